import { isIPv6 } from 'node:net'
import type { Db } from '#db/client.ts'
import { onceInAll } from '#db/remote/assuming.ts'
import { Problem } from '../http/problem.ts'
import { readerWords } from '../words/reader.ts'
import { createLimiters, type RateLimiter } from './rate-limiter.ts'

const quarterHour = 15 * 60
const signInPerAccount = { points: 5, duration: quarterHour }
const signInPerAddress = { points: 30, duration: quarterHour }
const codesPerAccount = { points: 5, duration: quarterHour }
const passkeyChallengesPerAddress = { points: 120, duration: 10 * 60 }
/** A whole office may share an address; what is not guessed costs little. */
const companySignInPerAddress = { points: 600, duration: quarterHour }
const resetPerAccount = { points: 3, duration: quarterHour }
const resetPerAddress = { points: 15, duration: quarterHour }
const testMailsPerUser = { points: 5, duration: quarterHour }
const webhookTestsPerUser = { points: 20, duration: quarterHour }
const emailsPerUser = { points: 60, duration: quarterHour }
const busyCalendarsPerUser = { points: 10, duration: quarterHour }
const invitationsPerPerson = { points: 3, duration: quarterHour }
const invitationsPerSender = { points: 60, duration: 60 * 60 }
const submitPerAddress = { points: 30, duration: 10 * 60 }
/** In MB. */
const stagedPerAddress = { points: 100, duration: 24 * 60 * 60 }
/** Different ones that nothing is found for: each costs a hundred times a usual one. */
const vainSearchesPerAddress = { points: 120, duration: 10 * 60 }
const visitsPerAddress = { points: 300, duration: 10 * 60 }
const candidateCallsPerAddress = { points: 120, duration: 10 * 60 }
const candidateMessagesPerAddress = { points: 20, duration: quarterHour }
const candidateFilesPerAddress = { points: 20, duration: quarterHour }
/** Calendar services ask for many people from one address. */
const calendarsPerAddress = { points: 300, duration: 10 * 60 }
const callsPerToken = { points: 600, duration: 60 }
const candidateMailsPerAddress = { points: 15, duration: quarterHour }

/** For visitors and candidates; staff read English. */
const words = () => readerWords().server

function refuse(ms: number | undefined, sentence: string) {
  if (ms === undefined) return
  const wait = Math.max(1, Math.ceil(ms / 1000))
  throw new Problem(429, sentence, { headers: { 'Retry-After': String(wait) } })
}

async function spend(limiter: RateLimiter, key: string, sentence: string) {
  // A call that begins again is one attempt.
  refuse(await onceInAll(`${limiter.name} ${key}`, () => limiter.spend(key)), sentence)
}

/**
 * The key for rate limits. IPv6 customers have at least a /64 (RFC 6177), so only the first four
 * groups count.
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

/**
 * The rate limits. Keys are accounts and verified addresses, never other client input.
 * @param shared see `createLimiters`
 */
export function createLimits(on: boolean, shared: { db?: Db; secret?: string } = {}) {
  const limiter = createLimiters(shared)
  const account = limiter('sign in per account', signInPerAccount)
  const address = limiter('sign in per address', signInPerAddress)
  const companySignIns = limiter('company sign-ins per address', companySignInPerAddress)
  const codes = limiter('codes per account', codesPerAccount)
  const passkeyChallenges = limiter('passkey challenges per address', passkeyChallengesPerAddress)
  const accountResets = limiter('reset per account', resetPerAccount)
  const addressResets = limiter('reset per address', resetPerAddress)
  const testMails = limiter('test mails per user', testMailsPerUser)
  const webhookTests = limiter('webhook tests per user', webhookTestsPerUser)
  const emails = limiter('emails per user', emailsPerUser)
  const busyCalendars = limiter('busy calendars per user', busyCalendarsPerUser)
  const personInvitations = limiter('invitations per person', invitationsPerPerson)
  const senderInvitations = limiter('invitations per sender', invitationsPerSender)
  const submissions = limiter('submit per address', submitPerAddress)
  const staged = limiter('staged per address', stagedPerAddress)
  const visits = limiter('visits per address', visitsPerAddress)
  const candidateCalls = limiter('candidate calls per address', candidateCallsPerAddress)
  const candidateMessages = limiter('candidate messages per address', candidateMessagesPerAddress)
  const candidateFiles = limiter('candidate files per address', candidateFilesPerAddress)
  const candidateMails = limiter('candidate mails per address', candidateMailsPerAddress)
  const calendars = limiter('calendars per address', calendarsPerAddress)
  // In memory on a database server too: counting there would cost a write for each call.
  const inMemory = createLimiters({})
  const tokenCalls = inMemory('calls per token', callsPerToken)
  const vainSearches = inMemory('vain searches per address', vainSearchesPerAddress)
  const key = (ip: string, email: string) => `${networkOf(ip)} ${email.toLowerCase()}`
  const tooMany = 'Too many sign-in attempts. Please wait a few minutes and try again.'
  const tooManyLinks = 'Too many links requested. Check your email, or try again in a few minutes.'
  const tooManyInvitations = 'Too many links were sent. Please wait a while and try again.'
  return {
    /** Throws 429 when this address, or this account from it, has tried too often. */
    async signIn(ip: string, email: string) {
      if (!on) return
      refuse(await account.spendAfter(address, networkOf(ip), key(ip, email)), tooMany)
    },

    /** Whether this address may come back from the company's provider once more. */
    async companySignIn(ip: string) {
      return !on || (await companySignIns.spend(networkOf(ip))) === undefined
    },

    /** A successful sign-in was not a guess: refunds its points. */
    async signedIn(ip: string, email: string) {
      if (!on) return
      await Promise.all([account.forget(key(ip, email)), address.refund(networkOf(ip))])
    },

    /** The password was right and a code is required: refunds the points. */
    async askedForCode(ip: string, email: string) {
      if (!on) return
      await Promise.all([account.refund(key(ip, email)), address.refund(networkOf(ip))])
    },

    /** Throws 429 after too many codes for this account, from any address: only 6 digits each. */
    async code(userId: number) {
      if (on) await spend(codes, String(userId), tooMany)
    },

    async rightCode(userId: number) {
      if (on) await codes.forget(String(userId))
    },

    /** Throws 429 after too many challenges for passkeys to this address. */
    async passkeyChallenge(ip: string) {
      if (on) await spend(passkeyChallenges, networkOf(ip), tooMany)
    },

    /** Throws 429 like `signIn`, before it is known whose passkey it is. */
    async passkey(ip: string) {
      if (on) await spend(address, networkOf(ip), tooMany)
    },

    /** The part of `signIn` about the account, once it is known. */
    async passkeyOf(ip: string, email: string) {
      if (on) await spend(account, key(ip, email), tooMany)
    },

    /** Throws 429 after too many reset links for this address. */
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

    /** Throws 429 when this person has tested webhooks too often. */
    async webhookTest(userId: number) {
      if (on)
        await spend(
          webhookTests,
          String(userId),
          'You tested webhooks many times just now. Please wait a few minutes and try again.',
        )
    },

    /** Throws 429 when this user has written too many emails to candidates, one by one. */
    async email(userId: number) {
      if (on)
        await spend(
          emails,
          String(userId),
          'You sent many emails just now. Please wait a few minutes and send it again; nothing you typed is lost.',
        )
    },

    /** Throws 429 when this person has given too many addresses of their calendar, each of which is read. */
    async busyCalendar(userId: number) {
      if (on)
        await spend(
          busyCalendars,
          String(userId),
          'You tried several addresses just now. Please wait a few minutes and try again.',
        )
    },

    /** Throws 429 after too many invitations and links from this user, in all or to the address. */
    async invite(senderId: number, email: string) {
      if (!on) return
      await spend(senderInvitations, String(senderId), tooManyInvitations)
      await spend(personInvitations, `${senderId} ${email.toLowerCase()}`, tooManyInvitations)
    },

    /** After a password reset, wrong guesses at the old one no longer count. */
    async forgive(ip: string, email: string) {
      if (on) await account.forget(key(ip, email))
    },

    /** Throws 429 after too many calls with candidates' links, right ones or guesses. */
    async candidate(ip: string) {
      if (on) await spend(candidateCalls, networkOf(ip), words().tooManyVisits)
    },

    /** Throws 429 after too many messages with candidates' links. */
    async candidateMessage(ip: string) {
      if (on) await spend(candidateMessages, networkOf(ip), words().tooManyMessages)
    },

    /** Throws 429 after too many files with candidates' links. */
    async candidateFile(ip: string) {
      if (on) await spend(candidateFiles, networkOf(ip), words().tooManyFiles)
    },

    /** Throws 429 after too many calls with this API token. */
    async tokenCall(tokenId: number) {
      if (on)
        await spend(
          tokenCalls,
          String(tokenId),
          `This token may make ${callsPerToken.points} calls a minute. Wait as long as Retry-After says.`,
        )
    },

    /** Throws 429 after too many reads of calendars, right ones or guesses. */
    async calendar(ip: string) {
      if (on) await spend(calendars, networkOf(ip), words().tooManyCalendars)
    },

    /** Throws 429 after too many requests for mail to candidates. */
    async candidateMail(ip: string) {
      if (on) await spend(candidateMails, networkOf(ip), words().tooManyLinks)
    },

    /** Whether this network may have a file of a refused form kept. */
    async stage(ip: string, bytes: number) {
      if (!on) return true
      const ms = await staged.spend(networkOf(ip), Math.ceil(bytes / 1_048_576))
      return ms === undefined
    },

    /** Throws 429 after too many views of jobs. */
    async visit(ip: string) {
      if (on) await spend(visits, networkOf(ip), 'Too many views from your network.')
    },

    /** Throws 429 after too many searches that nothing was found for. */
    async search(ip: string) {
      if (on) await spend(vainSearches, networkOf(ip), words().tooManySearches)
    },

    async submit(ip: string) {
      if (on) await spend(submissions, networkOf(ip), words().tooManyApplications)
    },
  }
}
