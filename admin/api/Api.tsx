import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { apiAddress } from '../lib/api/api-base.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/States.tsx'
import { permissionLabels } from '../users/queries.ts'
import styles from './Api.module.css'
import { type OpenApi, type Operation, openApiQuery } from './queries.ts'

/** Every operation of the API, with a link to the OpenAPI document that describes it in full. */
export default function Api() {
  const document = useQuery(openApiQuery)
  return (
    <>
      <PageHeader
        title="API"
        description="Everything in Foyer is available through the API."
        actions={
          <a className="button" href={apiAddress('/api/openapi.json')} download="openapi.json">
            <Download size={17} aria-hidden /> openapi.json
          </a>
        }
      />
      <Loaded query={document} failed="Failed to load the description of the API" rows={8}>
        {(data) => <Operations document={data} />}
      </Loaded>
    </>
  )
}

const wholeAddress = (path: string) => String(new URL(apiAddress(path), location.origin))

const signIn = () => `curl -X POST '${wholeAddress('/api/auth/login')}' \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"mira@example.org","password":"three green bottles"}'`

function Operations({ document: { info, paths } }: { document: OpenApi }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  )
  const tags = [...new Set(operations.map(({ tags: [tag = ''] }) => tag))]
  return (
    <div className={styles.operations}>
      <p>
        URLs begin with <code>{wholeAddress('/api')}</code>. {info.description.replaceAll('`', '')}{' '}
        Fields, parameters and responses of each operation are in <code>openapi.json</code>, which
        any OpenAPI client opens.
      </p>
      <p>Sign in, and send the token of the response as “Authorization: Bearer …”:</p>
      <pre>{signIn()}</pre>
      {tags.map((tag) => (
        <section key={tag} aria-label={tag}>
          <h2>{tag}</h2>
          <ul>
            {operations
              .filter(({ tags: [first = ''] }) => first === tag)
              .map(({ operationId, method, path, summary, security }) => (
                <li key={operationId}>
                  <span className="badge">{method.toUpperCase()}</span> <code>{path}</code>
                  <span>
                    {summary} · {whoMay(security)}
                  </span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const labels: Record<string, string> = permissionLabels

/** The users an operation is open to, from its OpenAPI security requirements. */
function whoMay(security: Operation['security'] = []) {
  const needs = security.flatMap(({ bearer = [] }) => bearer)
  const permitted = needs.flatMap((need) => labels[need]?.toLowerCase() ?? [])
  const users = permitted.length ? `users who may ${permitted.join(' or ')}` : ''
  if (!security.length) return 'Anyone'
  if (security.some(({ bearer }) => !bearer)) return `Anyone; admins and ${users} see more`
  if (!needs.length) return 'Everyone who is signed in'
  return users ? `Admins and ${users}` : 'Admins'
}
