/** Returns why the system refused a file operation, such as `no space left on device`; `null` for other errors. */
export function systemReason(error: unknown): string | null {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code !== 'string' || typeof message !== 'string') return null
  // Node's messages have the form `ENOSPC: no space left on device, write '/a/b'`.
  return message.startsWith(`${code}: `) ? message.slice(code.length + 2).split(',')[0]! : null
}
