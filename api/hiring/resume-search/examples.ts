import type { Examples } from '#api/openapi/example.ts'
import { resumeTexts } from '#db/schema.ts'

export default {
  about: (w, application_id, marker) =>
    w.db
      .insert(resumeTexts)
      .values({ application_id, resume_key: '0'.repeat(32), state: 'read', words: marker })
      .onConflictDoNothing(),
} satisfies Examples
