/** The icons, as paths in a 16 × 16 square. */
const paths = {
  chevron: 'M4 6l4 4 4-4',
  close: 'M4 4l8 8M12 4l-8 8',
  back: 'M10 3.5L5.5 8l4.5 4.5',
  next: 'M6 3.5L10.5 8 6 12.5',
  plus: 'M8 3v10M3 8h10',
  panel: 'M2.5 3.5h11v9h-11zM6.5 3.5v9',
  bookmark: 'M4.5 2.5h7v11L8 10.75 4.5 13.5z',
  download: 'M8 2.5v7M5.25 6.75L8 9.5l2.75-2.75M3.5 10.5v3h9v-3',
  share: 'M8 9.5v-7M5.25 5L8 2.25 10.75 5M3.5 8v5.5h9V8',
  run: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3',
  sun: 'M8 5.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13 9.6A5.5 5.5 0 1 1 6.4 3a4.4 4.4 0 0 0 6.6 6.6z',
  person: 'M8 8.25a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM2.75 14c.5-2.6 2.6-4 5.25-4s4.75 1.4 5.25 4',
  undo: 'M5.5 3L2.75 5.75 5.5 8.5M3 5.75h6a3.75 3.75 0 0 1 0 7.5H6',
  pin: 'M6 2.5h4M6.5 2.5v4L4.5 9h7l-2-2.5v-4M8 9v4.5',
  pencil: 'M10.5 3l2.5 2.5-7.5 7.5H3v-2.5zM9 4.5L11.5 7',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9M6.75 7v4M9.25 7v4',
  columns: 'M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9',
  overview: 'M2.5 4h11M2.5 8h7M2.5 12h4',
  table: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6 6.5v6',
  chart: 'M2.5 13.5h11M4.5 11V7.5M8 11V3.5M11.5 11V5.5',
  note: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 7.25v3.5M8 5.1v.1',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.1M6.6 6.5h.1M9.3 6.5h.1M11.9 6.5h.1M4 9.5h.1M6.25 9.5h3.5M11.9 9.5h.1',
  external: 'M9.5 2.5h4v4M13.5 2.5L7.5 8.5M11.5 9.5v4h-9v-9h4',
  sliders: 'M2.5 5h5M11 5h2.5M2.5 11H5M8.5 11h5M7.5 3.25v3.5h3.5v-3.5zM5 9.25v3.5h3.5v-3.5z',
} as const

/** The name of an icon. */
export type IconName = keyof typeof paths

/** A decorative icon, hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="shell-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
