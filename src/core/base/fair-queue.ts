import { abortable } from './abortable.ts'
import { rejectAfterDelay } from './reject-after-delay.ts'

/** The user of a job; `null` for all unauthenticated users together. */
export type User = string | null

/** The limits of one kind of job. */
export interface QueueLimits {
  /** The number of jobs that run at once. */
  readonly slots: number
  /** The number of jobs of one user that run at once. */
  readonly slotsPerUser: number
  /** The number of jobs that wait. */
  readonly waiting: number
  /** The number of jobs of one user, running or waiting. */
  readonly perUser: number
  /** The timeout of a job, including the waiting time; `null` for none. Milliseconds. */
  readonly timeoutMs: number | null
}

/** The errors for a rejected or timed-out job. */
export interface QueueErrors {
  readonly timedOut: () => Error
  readonly tooManyOfUser: () => Error
  readonly tooManyWait: () => Error
}

/** The limits of one job that differ from those of the queue. */
export interface JobLimits {
  readonly perUser: number
  readonly timeoutMs: number | null
  readonly errors: QueueErrors
}

/** The number of running and waiting jobs. */
export interface Load {
  readonly running: number
  readonly waiting: number
}

interface UserJobs {
  /** Jobs whose promise is pending. A timed-out job has been answered, but runs until it has released its resources. */
  unanswered: number
  running: number
  readonly waiting: (() => void)[]
}

/** Runs jobs of one kind with limited concurrency. Serves users in turn, regardless of how many jobs each one has. */
export class FairQueue {
  readonly #limits: QueueLimits
  readonly #own: JobLimits
  /** In the order of their next turns. Users without jobs are absent. */
  readonly #users = new Map<User, UserJobs>()
  readonly #jobs = new Set<Promise<unknown>>()
  #running = 0

  constructor(limits: QueueLimits, errors: QueueErrors) {
    this.#limits = limits
    this.#own = { ...limits, errors }
  }

  /** Returns the current load. A timed-out job counts as running until it has released its resources. */
  get load(): Load {
    return { running: this.#running, waiting: this.#waiting }
  }

  get #waiting(): number {
    return [...this.#users.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /**
   * Runs `job` when it is its turn. Throws `tooManyOfUser` or `tooManyWait` when a limit is reached, and `timedOut`
   * after the timeout; rejects with the signal's reason when it is aborted.
   *
   * The signal of `job` is aborted on a timeout. The promise rejects at once, but the job keeps its slot until it ends.
   * The job's signal follows `signal` even after the job is done. `own` overrides the user's limit, the timeout and the
   * errors of the queue.
   */
  async run<T>(
    user: User,
    job: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
    own: JobLimits = this.#own,
  ): Promise<T> {
    signal?.throwIfAborted()
    const refusal = this.refusal(user, own)
    if (refusal) return rejectAfterDelay(refusal, signal)
    const stop = new AbortController()
    signal?.addEventListener('abort', () => stop.abort(signal.reason), { once: true })
    const { timeoutMs } = own
    const timer = timeoutMs === null ? undefined : setTimeout(() => stop.abort(own.errors.timedOut()), timeoutMs)
    const jobs = this.#users.get(user) ?? { unanswered: 0, running: 0, waiting: [] }
    this.#users.set(user, jobs)
    jobs.unanswered++
    const turn = this.#inTurn(user, jobs, job, stop.signal)
    this.#jobs.add(turn)
    void turn.catch(() => {}).then(() => this.#jobs.delete(turn))
    try {
      return await abortable(turn, stop.signal)
    } finally {
      clearTimeout(timer)
      jobs.unanswered--
      this.#removeIfIdle(user)
    }
  }

  /** Resolves when all accepted jobs have released their resources, including those that timed out. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#jobs)
  }

  /** Returns the error with which `run` would reject a job of a user now; `null` if there is room. */
  refusal(user: User, { perUser, errors }: Pick<JobLimits, 'perUser' | 'errors'> = this.#own): Error | null {
    const { running, unanswered } = this.#users.get(user) ?? { running: 0, unanswered: 0 }
    if (unanswered >= perUser) return errors.tooManyOfUser()
    const mustWait = this.#running >= this.#limits.slots || running >= this.#limits.slotsPerUser
    return mustWait && this.#waiting >= this.#limits.waiting ? errors.tooManyWait() : null
  }

  async #inTurn<T>(
    user: User,
    own: UserJobs,
    job: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    await this.#turn(own, signal)
    try {
      return await job(signal)
    } finally {
      this.#running--
      own.running--
      // Moves the user to the end of the line.
      this.#users.delete(user)
      this.#users.set(user, own)
      this.#removeIfIdle(user)
      this.#admit()
    }
  }

  #turn(own: UserJobs, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        own.waiting.splice(own.waiting.indexOf(enter), 1)
        reject(signal.reason)
      }
      own.waiting.push(enter)
      signal.addEventListener('abort', giveUp, { once: true })
      this.#admit()
    })
  }

  #admit(): void {
    while (this.#running < this.#limits.slots) {
      const next = [...this.#users].find(
        ([, { running, waiting }]) => waiting.length > 0 && running < this.#limits.slotsPerUser,
      )
      if (!next) return
      const [, own] = next
      own.running++
      this.#running++
      own.waiting.shift()!()
    }
  }

  #removeIfIdle(user: User): void {
    const own = this.#users.get(user)
    if (own?.running === 0 && own.unanswered === 0) this.#users.delete(user)
  }
}
