import { useQuery } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { apiAddress } from '../lib/api/api-base.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/States.tsx'
import { permissionLabels } from '../users/queries.ts'
import styles from './Api.module.css'
import { NewToken } from './NewToken.tsx'
import {
  type CreatedToken,
  type OpenApi,
  type Operation,
  openApiQuery,
  tokensQuery,
} from './queries.ts'
import { curlFor, wholeAddress } from './scope-words.ts'
import { TokenDialog } from './TokenDialog.tsx'
import { Tokens } from './Tokens.tsx'

/** Tokens for programs, and every operation of the API. */
export default function Api() {
  const document = useQuery(openApiQuery)
  const tokens = useQuery(tokensQuery)
  const [dialog, setDialog] = useState<'new' | CreatedToken>()
  const close = () => setDialog(undefined)
  return (
    <>
      <PageHeader
        title="API"
        description="With a token, a program reads and changes applications, jobs and pages as you."
        actions={
          <>
            <a className="button" href={apiAddress('/api/openapi.json')} download="openapi.json">
              <Download size={17} aria-hidden /> openapi.json
            </a>
            <button type="button" className="button primary" onClick={() => setDialog('new')}>
              <Plus size={17} aria-hidden /> New Token
            </button>
          </>
        }
      />
      {dialog === 'new' && (
        <NewToken count={tokens.data?.length ?? 0} onCreated={setDialog} onClose={close} />
      )}
      {typeof dialog === 'object' && <TokenDialog created={dialog} onClose={close} />}
      <div className="stack gap-7">
        <Tokens />
        <Loaded query={document} failed="Failed to load the description of the API" rows={8}>
          {(data) => <Operations document={data} />}
        </Loaded>
      </div>
    </>
  )
}

function Operations({ document: { info, paths } }: { document: OpenApi }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  )
  const tags = [...new Set(operations.map(({ tags: [tag = ''] }) => tag))]
  return (
    <section className={styles.operations} aria-labelledby="operations">
      <h2 id="operations">Operations</h2>
      <p>
        URLs begin with <code>{wholeAddress('/api')}</code>. {info.description.replaceAll('`', '')}{' '}
        Fields, parameters and responses of each operation are in <code>openapi.json</code>, which
        any OpenAPI client opens.
      </p>
      <p>A program sends its token with each call, where an operation names a scope:</p>
      <pre>{curlFor('foyer_api_…', [])}</pre>
      <p>
        All others need the token of a session: sign in with <code>POST /auth/login</code>, and send
        it in the same way.
      </p>
      {tags.map((tag) => (
        <section key={tag} aria-label={tag}>
          <h3>{tag}</h3>
          <ul>
            {operations
              .filter(({ tags: [first = ''] }) => first === tag)
              .map(({ operationId, method, path, summary, security }) => (
                <li key={operationId}>
                  <span className="badge">{method.toUpperCase()}</span> <code>{path}</code>
                  <span>
                    {[summary, whoMay(security), scopeOf(security)].filter(Boolean).join(' · ')}
                  </span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

const labels: Record<string, string> = permissionLabels

/** The scope with which a token may call it. */
const scopeOf = (security: Operation['security'] = []) =>
  security.flatMap(({ token = [] }) => token)[0]

/** The users an operation is open to, from its OpenAPI security requirements. */
function whoMay(security: Operation['security'] = []) {
  const people = security.filter(({ token }) => !token)
  const needs = people.flatMap(({ bearer = [] }) => bearer)
  const permitted = needs.flatMap((need) => labels[need]?.toLowerCase() ?? [])
  const users = permitted.length ? `users who may ${permitted.join(' or ')}` : ''
  if (!people.some(({ bearer }) => bearer)) return 'Anyone'
  if (people.some(({ bearer }) => !bearer)) return `Anyone; admins and ${users} see more`
  if (!needs.length) return 'Everyone who is signed in'
  return users ? `Admins and ${users}` : 'Admins'
}
