import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { Problem } from '#api/core/http/problem.ts'
import type { Db } from '#db/client.ts'
import type { MediaUseKind } from '#db/enums.ts'
import { errorCode } from '#db/errors.ts'
import { media, mediaUses as table } from '#db/schema.ts'

type Html = string | null | undefined

/** The hashes of the pictures in rich text. */
export const picturesIn = (...texts: Html[]): string[] => [
  ...new Set(
    texts.flatMap((html) =>
      [...(html ?? '').matchAll(/\ssrc="\/media\/([0-9a-f]{32})\//g)].map(([, hash]) => hash!),
    ),
  ),
]

type Subject = {
  kind: MediaUseKind
  /** A row inserted earlier in the batch is `sql`(select max(id) from …)``: ids only grow. */
  id: number | SQL
  /** Without it holding, nothing changes; for a PUT that may be stale. */
  condition?: SQL | undefined
}

/**
 * Batch statements that make the pictures of `hashes` what the subject uses. A picture that is gone
 * makes the batch fail with an error that `refuseMissingPictures` translates. They go before a
 * conditional update of the subject, and after its insertion.
 */
export const setUses = (db: Db, { kind, id, condition }: Subject, hashes: readonly string[]) =>
  [
    db.delete(table).where(and(eq(table.kind, kind), eq(table.subject_id, sql`${id}`), condition)),
    db.run(sql`insert into media_uses (media_id, kind, subject_id)
      select (select id from media where hash = wanted.value), ${kind}, ${id}
      from json_each(${JSON.stringify(hashes)}) as wanted
      where ${condition ?? sql`true`}`),
  ] as const

const sentence = 'An image in this text has been deleted. Take it out or upload it again.'

/** For `catch` of a batch with `setUses`: a 400 on the field whose text has the missing picture. */
export const refuseMissingPictures =
  (db: Db, texts: Record<string, Html>) =>
  async (error: unknown): Promise<never> => {
    if (!isMissingPicture(error)) throw error
    for (const [field, html] of Object.entries(texts)) {
      const hashes = picturesIn(html)
      const found = await db.$count(media, inArray(media.hash, hashes))
      if (found < hashes.length) throw Problem.field(400, field, sentence)
    }
    throw error
  }

const isMissingPicture = (error: unknown): boolean =>
  errorCode(error) === 'SQLITE_CONSTRAINT_NOTNULL' && /media_uses\.media_id/.test(textOf(error))

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${textOf(error.cause)}` : ''
