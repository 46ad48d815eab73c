import { afterAll } from 'vitest'

// Unit tests share a process: the next file gets the environment as it was before this one.
const before = { ...process.env }
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})
