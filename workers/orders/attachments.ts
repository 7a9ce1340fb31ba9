import { type SQL, sql } from 'drizzle-orm'

/** SQL: files as JSON of `DeliveredFile[]`, from the rows `f` of a table of files for which `condition` holds. */
export const filesJson = (table: 'delivery_files' | 'evidence_files', condition: SQL): SQL<string> =>
  sql<string>`(select json_group_array(json_object('path', m.id, 'filename', m.original_filename, 'size', m.size) order by f.position)
    from ${sql.raw(table)} f join media m on m.id = f.media_id where ${condition})`

/**
 * SQL condition: these `count` files (JSON of their paths) are finished attachments of the user, and none of them is part of a delivery or of
 * evidence.
 */
export const areUnused = (paths: string, count: number, userId: number): SQL =>
  sql`${count} = (select count(*) from media m where m.id in (select value from json_each(${paths}))
    and m.user_id = ${userId} and m.kind = 'attachment' and m.ready_at is not null
    and not exists (select 1 from delivery_files f where f.media_id = m.id)
    and not exists (select 1 from evidence_files f where f.media_id = m.id))`

/** Whether a batch was aborted because one of the files cannot be used. */
export const isFileError = (error: unknown): boolean =>
  error instanceof Error &&
  (/constraint failed: (delivery_steps\.message|evidence\.statement|(delivery|evidence)_files\.media_id)/.test(error.message) ||
    isFileError(error.cause))
