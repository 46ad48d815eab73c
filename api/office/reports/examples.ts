import { eq } from 'drizzle-orm'
import type { Examples } from '#api/openapi/example.ts'
import { applications } from '#db/schema.ts'

export default {
  about: (w, id, source) =>
    w.db.update(applications).set({ source }).where(eq(applications.id, id)),
} satisfies Examples
