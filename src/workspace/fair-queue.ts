import { abortable } from '../base/abortable.ts'
import { rejectAfterDelay } from './reject-after-delay.ts'

/** Who a work is for; `null` is everybody who is not signed in, together. */
export type User = string | null

/** How much of one kind of work is accepted. */
export interface QueueLimits {
  /** How many works run at once. */
  readonly slots: number
  /** How many works of one user run at once. */
  readonly slotsPerUser: number
  /** How many works wait. */
  readonly waiting: number
  /** How many works one user has, running or waiting. */
  readonly perUser: number
  /** How long a work may take, waiting included. Milliseconds. */
  readonly timeoutMs: number
}

/** What a work is refused or ended with. */
export interface QueueErrors {
  readonly timedOut: () => Error
  readonly tooManyOfUser: () => Error
  readonly tooManyWait: () => Error
}

/** What holds for one work instead of the queue's own limits. */
export interface JobLimits {
  readonly perUser: number
  readonly timeoutMs: number
  readonly errors: QueueErrors
}

/** How many works run and wait. */
export interface Load {
  readonly running: number
  readonly waiting: number
}

interface UserJobs {
  /** Those without an answer. A work that was ended has one, but runs until it has released everything. */
  unanswered: number
  running: number
  readonly waiting: (() => void)[]
}

/** Runs works of one kind, a limited number at once. Users take turns, however many works each of them has. */
export class FairQueue {
  readonly #limits: QueueLimits
  readonly #errors: QueueErrors
  /** In the order of their next turns. Users without works are absent. */
  readonly #users = new Map<User, UserJobs>()
  readonly #jobs = new Set<Promise<unknown>>()
  #running = 0

  constructor(limits: QueueLimits, errors: QueueErrors) {
    this.#limits = limits
    this.#errors = errors
  }

  /** A work that was ended runs until it has released everything it held. */
  get load(): Load {
    return { running: this.#running, waiting: this.#waiting }
  }

  get #waiting(): number {
    return [...this.#users.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /**
   * Runs `work` when it is its turn. Throws `tooManyOfUser` and `tooManyWait` instead of accepting it, and `timedOut` when
   * it takes too long; rejects with the signal's reason when it is aborted.
   *
   * The signal of `work` is aborted when it must end; it keeps its slot until it does, and the answer does not wait for
   * that. Until the request is over, that signal follows `signal`, also when the work is done. `own` limits the works of
   * this user, and names the errors, where they are not those of the queue.
   */
  async run<T>(
    user: User,
    job: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
    own: JobLimits = { ...this.#limits, errors: this.#errors },
  ): Promise<T> {
    signal?.throwIfAborted()
    const refusal = this.#refusal(user, own)
    if (refusal) return rejectAfterDelay(refusal, signal)
    const stop = new AbortController()
    signal?.addEventListener('abort', () => stop.abort(signal.reason), { once: true })
    const timer = setTimeout(() => stop.abort(own.errors.timedOut()), own.timeoutMs)
    const jobs = this.#users.get(user) ?? { unanswered: 0, running: 0, waiting: [] }
    this.#users.set(user, jobs)
    jobs.unanswered++
    const turn = this.#inTurn(user, jobs, () => job(stop.signal), stop.signal)
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

  /** Resolves when all accepted works have released what they held, those too that were ended. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#jobs)
  }

  #refusal(user: User, { perUser, errors }: JobLimits): Error | null {
    const { running, unanswered } = this.#users.get(user) ?? { running: 0, unanswered: 0 }
    if (unanswered >= perUser) return errors.tooManyOfUser()
    const mustWait = this.#running >= this.#limits.slots || running >= this.#limits.slotsPerUser
    return mustWait && this.#waiting >= this.#limits.waiting ? errors.tooManyWait() : null
  }

  async #inTurn<T>(user: User, own: UserJobs, job: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#turn(own, signal)
    try {
      return await job()
    } finally {
      this.#running--
      own.running--
      // Its next turn comes after those of all others.
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
