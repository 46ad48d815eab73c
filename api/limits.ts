import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from './http/problem.ts'

const quarterHour = 15 * 60
const signInPerAccount = { points: 5, duration: quarterHour }
const signInPerAddress = { points: 30, duration: quarterHour }
const codesPerAccount = { points: 5, duration: quarterHour }
const resetPerAccount = { points: 3, duration: quarterHour }
const resetPerAddress = { points: 15, duration: quarterHour }
const testMailsPerUser = { points: 5, duration: quarterHour }
const invitationsPerPerson = { points: 3, duration: quarterHour }
const invitationsPerSender = { points: 60, duration: 60 * 60 }
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

/**
 * Whom to count under. An IPv6 customer has at least a /64 to choose addresses from (RFC 6177), so
 * that the first four groups are the one who is asking.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? []
  if (mapped) return mapped
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const groups = head ? head.split(':') : []
  const rest = tail ? tail.split(':').length : 0
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - groups.length - rest)).fill('0')
  return [...groups, ...zeros, ...(tail?.split(':') ?? [])].slice(0, 4).join(':')
}

export type Limits = ReturnType<typeof createLimits>

/** Counts tries in memory. A key is only ever an account and the address the door vouches for, never something else the sender chose. */
export function createLimits(on: boolean) {
  const account = new RateLimiterMemory(signInPerAccount)
  const address = new RateLimiterMemory(signInPerAddress)
  const codes = new RateLimiterMemory(codesPerAccount)
  const accountResets = new RateLimiterMemory(resetPerAccount)
  const addressResets = new RateLimiterMemory(resetPerAddress)
  const testMails = new RateLimiterMemory(testMailsPerUser)
  const personInvitations = new RateLimiterMemory(invitationsPerPerson)
  const senderInvitations = new RateLimiterMemory(invitationsPerSender)
  const submissions = new RateLimiterMemory(submitPerAddress)
  const key = (ip: string, email: string) => `${networkOf(ip)} ${email.toLowerCase()}`
  const tooMany = 'Too many sign-in attempts. Please wait a few minutes and try again.'
  const tooManyLinks =
    'Too many links were asked for. Look into your mailbox, or try again in a few minutes.'
  const tooManyInvitations = 'Too many links were sent. Please wait a while and try again.'
  return {
    /** Throws 429 when this address, or this account from it, has tried too often. */
    async signIn(ip: string, email: string) {
      if (!on) return
      await spend(address, networkOf(ip), tooMany)
      await spend(account, key(ip, email), tooMany)
    },

    /** A sign-in that succeeded was no guess: it gives back what it spent. */
    async signedIn(ip: string, email: string) {
      if (!on) return
      await Promise.all([account.delete(key(ip, email)), address.reward(networkOf(ip))])
    },

    /** The password was right, and a code is asked for: that was no guess either. */
    async askedForCode(ip: string, email: string) {
      if (!on) return
      await Promise.all([account.reward(key(ip, email)), address.reward(networkOf(ip))])
    },

    /** Throws 429 when too many codes were tried for this account, from wherever: six digits are few. */
    async code(userId: number) {
      if (on) await spend(codes, String(userId), tooMany)
    },

    async rightCode(userId: number) {
      if (on) await codes.delete(String(userId))
    },

    /** Throws 429 when this address has asked too often for links to choose a new password. */
    async reset(ip: string, email: string) {
      if (!on) return
      await spend(addressResets, networkOf(ip), tooManyLinks)
      await spend(accountResets, key(ip, email), tooManyLinks)
    },

    /** Throws 429 when this person has sent themselves too many test emails. */
    async testMail(userId: number) {
      if (on)
        await spend(
          testMails,
          String(userId),
          'You sent several test emails just now. Please wait a few minutes and try again.',
        )
    },

    /** Throws 429 when this user has sent too many invitations and password links, in all or to this address. */
    async invite(senderId: number, email: string) {
      if (!on) return
      await spend(senderInvitations, String(senderId), tooManyInvitations)
      await spend(personInvitations, `${senderId} ${email.toLowerCase()}`, tooManyInvitations)
    },

    /** Who has chosen a new password is not kept out by guesses at the old one. */
    async forgive(ip: string, email: string) {
      if (on) await account.delete(key(ip, email))
    },

    async submit(ip: string) {
      if (on)
        await spend(
          submissions,
          networkOf(ip),
          'Too many applications from your network. Please wait a few minutes and send it again; nothing you typed is lost.',
        )
    },
  }
}
