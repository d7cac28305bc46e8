/** The logo: stays in three statuses. */
export function Logo() {
  return (
    <svg className="shell-mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="5.5" fill="var(--accent)" />
      <g fill="var(--accent-ink)">
        <rect x="4.5" y="6" width="6.75" height="3.4" rx="1.1" opacity=".6" />
        <rect x="9" y="10.3" width="10.5" height="3.4" rx="1.1" />
        <rect x="15" y="14.6" width="4.5" height="3.4" rx="1.1" opacity=".6" />
      </g>
    </svg>
  )
}
