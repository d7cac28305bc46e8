import { listOf, objectOf, textOf } from './json.ts'

/**
 * Returns plain text: a string as it is, or the paragraphs of a rich-text document, one per line.
 *
 * Returns `null` when there is no text. Source: the Atlassian Document Format, in which version 3 of Jira's REST API
 * writes texts.
 */
export function plainText(value: unknown): string | null {
  const text = textOf(value)
  if (text !== null) return text
  const node = objectOf(value)
  return node ? textOfNode(node).trim() || null : null
}

function textOfNode(node: Readonly<Record<string, unknown>>): string {
  if (node.type === 'hardBreak') return '\n'
  const own = textOf(node.text) ?? ''
  const inside = (listOf(node.content) ?? []).map(child => textOfNode(objectOf(child) ?? {})).join('')
  const isBlock = node.type === 'paragraph' || node.type === 'heading' || node.type === 'codeBlock'
  return `${own}${inside}${isBlock ? '\n' : ''}`
}
