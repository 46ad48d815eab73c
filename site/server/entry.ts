/**
 * The production entry. Imports nothing before it has checked Node's version: an older Node would
 * fail in a module, with a stack trace.
 */
const oldest = 24
const [major] = process.versions.node.split('.')
if (Number(major) < oldest) {
  console.error(
    `Foyer cannot start: it needs Node ${oldest} or newer, and this is ${process.version}. npm start brings its own`,
  )
  process.exit(1)
}
await import('./start.ts')

export {}
