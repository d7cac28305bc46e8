/** Saves the content of a URL as a file. */
export function download(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Browsers read the content after the click.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
