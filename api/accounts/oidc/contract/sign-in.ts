/** What a person reads on /login after a company sign-in that failed. */
export const signInFailures = {
  off: "Sign-in with {label} isn't set up here.",
  denied: 'The sign-in with {label} was canceled. Try again.',
  expired: 'This sign-in took too long or was started in another tab. Try again.',
  state: "This sign-in doesn't belong to this browser. Start again from here.",
  used: 'This sign-in was used already. Try again.',
  clock:
    'The clocks of this server and of {label} differ by more than five minutes. Ask an admin to set them.',
  away: "Can't reach the sign-in of {label}. Try again in a few minutes.",
  setup: 'The sign-in with {label} is not set up correctly. Ask an admin.',
  failed: "The sign-in with {label} didn't work. Try again.",
  waiting:
    'Your account at {label} is not connected to a person here yet. An admin has been told and can connect it.',
  full: 'Your account at {label} is not connected to a person here. Ask an admin to create your account.',
  inactive: 'Your account here is deactivated. Ask an admin.',
  busy: 'Too many sign-in attempts. Wait a few minutes and try again.',
} as const
export type SignInFailure = keyof typeof signInFailures

/** The fragment of /login after the provider's sign-in, alone or with `=` and a failure. */
export const signInFragment = '#company'

/** At most so many identities wait for an admin; further ones are refused. */
export const maxWaiting = 100
