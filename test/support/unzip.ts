import { inflateRawSync } from 'node:zlib'

/** Returns the files of a ZIP archive as texts, by name. Reads the central directory, like other programs. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('not an entry of a central directory')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(offset => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const size = archive.readUInt32LE(at + 20)
    const local = archive.readUInt32LE(at + 42)
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(from, from + size)
    const text = archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed
    files.set(archive.toString('utf8', at + 46, at + 46 + nameLength), text.toString())
    at += 46 + nameLength + extraLength + commentLength
  }
  return files
}
