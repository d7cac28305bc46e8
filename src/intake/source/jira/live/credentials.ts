/** The credentials of a connection. The secret leaves this object only inside the header. */
export interface TrackerCredentials {
  /** Returns the `Authorization` header, and which reading of the secret it contains. */
  readonly authorization: () => Promise<{ readonly header: string; readonly reading: number }>
  /** Reads the secret again, unless that has happened since `reading`. */
  readonly renew: (reading: number) => Promise<void>
  /** Replaces the secret, in all forms in which it was sent, by `***`. */
  readonly redact: (text: string) => string
}

/**
 * Creates the credentials of a connection: Basic authentication with an email address or login, otherwise a bearer
 * token.
 */
export function createCredentials(access: {
  readonly email: string | null
  readonly secret: () => Promise<string>
}): TrackerCredentials {
  const sent = new Set<string>()
  let reading = 0
  let current: Promise<string> | null = null

  const read = async (): Promise<string> => {
    const secret = (await access.secret()).trim()
    const basic = access.email === null ? null : Buffer.from(`${access.email}:${secret}`).toString('base64')
    for (const form of [secret, basic, encodeURIComponent(secret)]) if (form) sent.add(form)
    return basic === null ? `Bearer ${secret}` : `Basic ${basic}`
  }

  const readOnce = (): Promise<string> => {
    const pending = current ?? read()
    current = pending
    pending.catch(() => {
      if (current === pending) current = null
    })
    return pending
  }

  return {
    authorization: async () => {
      const mine = reading
      return { header: await readOnce(), reading: mine }
    },
    renew: async stale => {
      if (stale === reading) {
        reading++
        current = null
      }
      await readOnce()
    },
    redact: text => {
      let redacted = text
      for (const form of sent) redacted = redacted.replaceAll(form, '***')
      return redacted
    },
  }
}
