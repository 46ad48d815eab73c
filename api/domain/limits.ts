import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../problem.ts'

const quarterHour = 15 * 60
const signInPerAccount = { points: 5, duration: quarterHour }
const signInPerAddress = { points: 30, duration: quarterHour }
const submitPerAddress = { points: 30, duration: 10 * 60 }

async function spend(limiter: RateLimiterMemory, key: string, sentence: string) {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const wait = Math.ceil(refusal.msBeforeNext / 1000)
    throw new Problem(429, sentence, { headers: { 'Retry-After': String(wait) } })
  }
}

export type Limits = ReturnType<typeof createLimits>

/** Counts tries in memory. A key is only ever an account and the address the door vouches for, never something else the sender chose. */
export function createLimits(on: boolean) {
  const account = new RateLimiterMemory(signInPerAccount)
  const address = new RateLimiterMemory(signInPerAddress)
  const submissions = new RateLimiterMemory(submitPerAddress)
  const key = (ip: string, email: string) => `${ip} ${email.toLowerCase()}`
  const tooMany = 'Too many sign-in attempts. Please wait a few minutes and try again.'
  return {
    /** Throws 429 when this address, or this account from it, has tried too often. */
    async signIn(ip: string, email: string) {
      if (!on) return
      await spend(address, ip, tooMany)
      await spend(account, key(ip, email), tooMany)
    },

    /** A sign-in that succeeded was no guess: it gives back what it spent. */
    async signedIn(ip: string, email: string) {
      if (!on) return
      await Promise.all([account.delete(key(ip, email)), address.reward(ip)])
    },

    async submit(ip: string) {
      if (on)
        await spend(
          submissions,
          ip,
          'Too many applications from your network. Please wait a few minutes and send it again; nothing you typed is lost.',
        )
    },
  }
}
