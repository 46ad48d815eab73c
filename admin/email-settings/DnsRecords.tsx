import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp, RotateCw } from 'lucide-react'
import { useCopy } from '../lib/hooks/use-copy.ts'
import { CopyButton, CopyStatus } from '../ui/CopyButton.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Loading } from '../ui/States.tsx'
import styles from './EmailSettings.module.css'
import { type EmailDns, emailDnsQuery } from './queries.ts'

type DnsRecord = NonNullable<EmailDns['spf']>

const kinds = {
  spf: { name: 'SPF', why: 'Says which servers send email for your domain.' },
  dkim: { name: 'DKIM', why: 'Lets receivers check the signature of your email.' },
  dmarc: { name: 'DMARC', why: 'Says what receivers do with email that fails those checks.' },
} as const

const states = {
  found: { label: 'In place', color: 'green', Icon: CircleCheck },
  incomplete: { label: 'To be changed', color: 'yellow', Icon: CircleAlert },
  missing: { label: 'Missing', color: 'yellow', Icon: CircleAlert },
  unknown: { label: 'Not checked', color: '', Icon: CircleHelp },
} as const

/** Whether receivers can trust the sender's domain, and which DNS records are missing. */
export function DnsRecords({ sender }: { sender: string }) {
  const { data, isError, isFetching, refetch } = useQuery(emailDnsQuery)
  return (
    <section className={styles.section} aria-labelledby="dns">
      <h2 id="dns">Keep out of spam folders</h2>
      {data && !data.domain && (
        <p className="help">Save a sender address first: then its domain is checked here.</p>
      )}
      {data?.domain && (
        <>
          <p className="help">
            Receivers look up these DNS records of {data.domain}, the domain of {sender}. Add what
            is missing where the domain is managed.
          </p>
          <ul className={styles.records}>
            {(['spf', 'dkim', 'dmarc'] as const).map((kind) => {
              const record = data[kind]
              return record && <Row key={kind} kind={kind} record={record} />
            })}
          </ul>
          {!data.dkim && (
            <p className="help">
              DKIM: your email provider shows the record for your domain in its own settings.
            </p>
          )}
          <button
            type="button"
            className="button"
            aria-disabled={isFetching}
            onClick={() => !isFetching && refetch()}
          >
            <RotateCw size={16} aria-hidden /> {isFetching ? 'Checking...' : 'Check again'}
          </button>
        </>
      )}
      {!data && !isError && <Loading rows={2} />}
      {isError && <p className="help">The records can’t be checked right now.</p>}
    </section>
  )
}

function Row({ kind, record }: { kind: keyof typeof kinds; record: DnsRecord }) {
  const { name, why } = kinds[kind]
  const { label, color, Icon } = states[record.state]
  return (
    <li>
      <div className={`line wrap ${styles.recordHead}`}>
        <h3>{name}</h3>
        <span className={`badge ${color}`}>
          <Icon size={13} aria-hidden /> {label}
        </span>
        <span className="help">{why}</span>
      </div>
      {record.state === 'unknown' && (
        <p className="help">It couldn’t be looked up from here. That doesn’t stop email.</p>
      )}
      {record.state === 'found' && record.found && <code>{record.found}</code>}
      {record.add && record.state !== 'found' && <Add kind={name} record={record} />}
      {!record.add && record.state === 'missing' && (
        <p className="help">
          Turn on DKIM at your provider, which shows the record for {record.name}.
        </p>
      )}
    </li>
  )
}

function Add({ kind, record: { name, type, found, add } }: { kind: string; record: DnsRecord }) {
  const value = add ?? ''
  const { field, said, isCopied, copy } = useCopy<HTMLInputElement>(value, 'record')
  const label = found ? 'Change it to' : 'Value'
  return (
    <div className={`stack gap-3 ${styles.add}`}>
      <dl>
        <dt>Name</dt>
        <dd>
          <code>{name}</code>
        </dd>
        <dt>Type</dt>
        <dd>
          <code>{type}</code>
        </dd>
        {found && (
          <>
            <dt>Now</dt>
            <dd>
              <code>{found}</code>
            </dd>
          </>
        )}
      </dl>
      <Field label={label} htmlFor={`${kind}-value`}>
        {(control) => (
          <div className={`line wrap ${styles.copy}`}>
            <input
              {...control}
              ref={field}
              className="input"
              readOnly
              value={value}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton label={`Copy ${kind}`} isCopied={isCopied} onCopy={copy} />
          </div>
        )}
      </Field>
      <CopyStatus said={said} isCopied={isCopied} />
    </div>
  )
}
