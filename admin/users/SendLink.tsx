import { useMutation, useQuery } from '@tanstack/react-query'
import { Link as LinkIcon, Mail } from 'lucide-react'
import { useState } from 'react'
import { retryAfter } from '../lib/api/api.ts'
import { sentence } from '../lib/api/api-error.ts'
import { toast } from '../lib/toasts.ts'
import { mailServerQuery } from '../mail/mail-server.ts'
import { PasswordLinkDialog } from './PasswordLinkDialog.tsx'
import { type PasswordLink, sendLink, type User } from './queries.ts'
import styles from './SendLink.module.css'

/** Emails or shows a password link immediately, without saving the form. */
export function SendLink({ user }: { user: User }) {
  const { data: hasMailServer = true } = useQuery(mailServerQuery)
  const [link, setLink] = useState<PasswordLink>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendLink(user.id),
    onSuccess: (created) => {
      if (created) setLink(created)
      else
        toast({
          message: `${user.invited ? 'Invitation' : 'Reset link'} sent to ${user.email}`,
          kind: 'done',
        })
    },
    onError: (error) =>
      toast({
        message: `Couldn't send the link. ${sentence(error, 'Please try again.')}`,
        ...retryAfter(error, () => mutate()),
      }),
  })
  const Icon = hasMailServer ? Mail : LinkIcon
  return (
    <div className={styles.link}>
      <button
        type="button"
        className="button small"
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        <Icon size={15} aria-hidden /> {labelOf(user, hasMailServer)}
      </button>
      {link && <PasswordLinkDialog link={link} to={user} onClose={() => setLink(undefined)} />}
    </div>
  )
}

function labelOf({ invited }: User, hasMailServer: boolean) {
  if (!hasMailServer) return invited ? 'Create an invitation link' : 'Create a password link'
  return invited ? 'Send an invitation' : 'Send password reset'
}
