/** Preloaded by a test: adds a route without a declaration before the app is composed. */
import { jobs } from '#api/website/jobs/routes.ts'

jobs.get('/secret', (c) => c.text('secret'))
