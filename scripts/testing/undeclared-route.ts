/** Preloaded by a test: adds a route without a declaration before the app is composed. */
import { jobs } from '#api/jobs/routes.ts'

jobs.get('/secret', (c) => c.text('secret'))
