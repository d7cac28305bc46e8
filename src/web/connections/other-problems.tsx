/** The problems of a form that belong to no field. */
export function OtherProblems({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <div className="connection-problems inset breakable" role="alert">
      {problems.map(text => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
