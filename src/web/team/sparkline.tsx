/** A small picture of numbers in their order. The same numbers are in the chart below, so screen readers skip it. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(1, ...values)
  return (
    <svg
      className="team-sparkline"
      viewBox={`0 0 ${4 * values.length} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
        <rect key={index} x={4 * index} width="3" y={20 - (20 * value) / most} height={(20 * value) / most} />
      ))}
    </svg>
  )
}
