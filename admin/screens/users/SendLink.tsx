import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { sentence } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { sendLink, type User } from '../../lib/users.ts'
import styles from './SendLink.module.css'

/** Mails the user a link to choose a password, at once and whatever else is typed. */
export function SendLink({ user }: { user: User }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendLink(user.id),
    onSuccess: () => toast({ message: `A link is on its way to ${user.email}`, kind: 'done' }),
    onError: (error) =>
      toast({
        message: `No link was sent. ${sentence(error, 'Please try again.')}`,
        retry: () => mutate(),
      }),
  })
  return (
    <div className={styles.link}>
      <button
        type="button"
        className="button small"
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        <Mail size={15} aria-hidden />
        {user.invited ? 'Send an invitation' : 'Send a link to choose a new password'}
      </button>
    </div>
  )
}
