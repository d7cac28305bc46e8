import { type LevelWithSilentOrString, type Logger, pino } from 'pino'

/** Creates a log of JSON lines on the standard error. It writes synchronously, so that no line of a killed process is lost. */
export function createLog(level: LevelWithSilentOrString): Logger {
  return pino({ level }, pino.destination({ dest: 2, sync: true }))
}
