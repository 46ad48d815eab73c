// `npm run routes`: method, address, access and summary of every route of the API.
import { routes } from '#api/app.ts'
import { type Access, declaredRoutes } from '#api/core/route/route.ts'

const accessText = (access: Access) =>
  access.kind === 'open'
    ? 'everyone'
    : access.kind === 'signedIn'
      ? 'signed in'
      : `${access.anyOf.join(', ')}${access.and ? ` and ${access.and.join(', ')}` : ''}${access.members ? ', hiring team' : ''}`

const rows = declaredRoutes(routes)
  .map(({ method, path, declaration }) => [
    method,
    `/api${path}`,
    accessText(declaration.access),
    declaration.summary,
  ])
  .sort(([, a = ''], [, b = '']) => a.localeCompare(b))
const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
for (const row of rows)
  console.log(row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '))
