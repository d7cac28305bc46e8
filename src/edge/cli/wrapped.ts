import { TERMINAL_WIDTH } from './terminal-text.ts'

/** Wraps a text at the width of a terminal. The first line begins with `head`, and the others are indented as far. */
export function wrapped(text: string, head: string): string {
  const lines: string[] = []
  let line = head
  let isEmpty = true
  for (const word of text.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > TERMINAL_WIDTH) {
      lines.push(line)
      line = ' '.repeat(head.length)
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line].map(one => `${one.trimEnd()}\n`).join('')
}
