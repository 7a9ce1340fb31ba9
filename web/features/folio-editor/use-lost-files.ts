import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Folio } from '../../../workers/creators/folios.schema.ts'
import { isStored } from '../../queries/upload/stored-files.ts'
import { filesOfDraft, withoutFiles } from './draft-files.ts'
import { draftOf, type FolioDraft } from './folio-draft.ts'
import { sectionName } from './section-kinds.ts'

/** The ids of files of a draft that no longer exist. Those of the published page are stored as long as it is, so they are not asked for. */
async function findLostFiles(draft: FolioDraft, folio: Folio): Promise<Set<string>> {
  const published = new Set(filesOfDraft(draftOf(folio)).map(({ id }) => id))
  const ids = new Set(filesOfDraft(draft).map(({ id }) => id))
  const gone = [...ids].filter((id) => !published.has(id)).map(async (id) => ((await isStored(id)) ? [] : [id]))
  return new Set((await Promise.all(gone)).flat())
}

/**
 * The parts of the page whose files were lost since the draft was stored on the device: the server deletes unused files after a day. When the
 * editor is opened, they are removed from the draft. `remove` changes the draft.
 */
export function useLostFiles(draft: FolioDraft, folio: Folio, remove: (update: (draft: FolioDraft) => FolioDraft) => void) {
  const { t, i18n } = useLingui()
  const [parts, setParts] = useState<string[]>([])
  const nameOf = (field: string) => {
    const index = /^sections\.(\d+)/.exec(field)?.[1]
    return index ? sectionName(i18n, draft.sections[Number(index)]!) : t`Backdrop`
  }
  const opened = useRef({ draft, folio, remove, nameOf })
  useEffect(() => {
    let isOpen = true
    const { draft, folio, remove, nameOf } = opened.current
    void findLostFiles(draft, folio).then((lost) => {
      if (!isOpen || lost.size === 0) return
      setParts([...new Set(filesOfDraft(draft).flatMap(({ id, field }) => (lost.has(id) ? [nameOf(field)] : [])))])
      remove((now) => withoutFiles(now, lost))
    })
    return () => {
      isOpen = false
    }
  }, [])
  return { lostIn: parts, forgetLost: () => setParts([]) }
}
