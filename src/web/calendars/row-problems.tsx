import type { CalendarProblems, FieldProblem } from './form-problems.ts'

/** The problems of a form, for its controls. */
export interface ShownProblems {
  /** Returns the messages about a field. */
  readonly of: (field: string) => readonly FieldProblem[]
  /** Returns the attributes that mark a control and tie it to its messages. */
  readonly attributes: (
    field: string,
    part: string,
  ) => { readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string }
}

/** Returns the problems of a form, for its controls. */
export function shownProblems({ ofField }: CalendarProblems): ShownProblems {
  const of = (field: string) => ofField.get(field) ?? []
  return {
    of,
    attributes: (field, part) => {
      const isWrong = of(field).some(problem => problem.part === null || problem.part === part)
      return isWrong ? { 'aria-invalid': true, 'aria-describedby': idOf(field) } : {}
    },
  }
}

function idOf(field: string): string {
  return `${field}-problems`
}

/** The messages about a row. */
export function RowProblems({ field, problems }: { readonly field: string; readonly problems: ShownProblems }) {
  const all = problems.of(field)
  if (all.length === 0) return null
  return (
    <div className="calendar-problems" id={idOf(field)}>
      {all.map(({ text }) => (
        <p className="problem" key={text}>
          {text}
        </p>
      ))}
    </div>
  )
}
