import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Folio, KEPT_VERSIONS } from '../../../workers/creators/folios.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { ListState } from '../../lib/ListState.tsx'
import { folioVersionQuery, folioVersionsQuery } from '../../queries/edit-folio.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import css from './editor.module.css'

/** The last saves of the page. `onShow` gets the one that was chosen. */
export function VersionsDialog({ name, onShow, onClose }: { name: string; onShow: (save: Folio) => void; onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const query = useQuery(folioVersionsQuery(name))
  const [loading, setLoading] = useState<number | null>(null)
  const versions = query.data?.versions ?? []
  const show = async (version: number) => {
    setLoading(version)
    try {
      onShow(await cache.fetchQuery(folioVersionQuery(name, version)))
    } catch (error) {
      toast(errorText(error), 'bad')
      setLoading(null)
    }
  }
  return (
    <Dialog
      title={<Trans>Versions</Trans>}
      subtitle={<Trans>The last {KEPT_VERSIONS} saves. Look at one, then decide whether to go back to it.</Trans>}
      onClose={onClose}
    >
      <ListState
        queries={[query]}
        isEmpty={!versions.length}
        skeleton={
          <div role="status" aria-label={t`Loading`}>
            <Skeleton width="100%" height={160} />
          </div>
        }
        empty={
          <p>
            <Trans>Nothing was published yet.</Trans>
          </p>
        }
      >
        <ol className={css.kinds}>
          {versions.map(({ version, saved, title }, i) => (
            <li key={version}>
              <button type="button" onClick={() => show(version)} aria-busy={loading === version || undefined}>
                <b>
                  {formatDate(saved, 'whole')}
                  {i === 0 && (
                    <>
                      {' '}
                      <Trans context="a version">(current)</Trans>
                    </>
                  )}
                </b>
                <span className="small mute">
                  <bdi>{title}</bdi>
                </span>
              </button>
            </li>
          ))}
        </ol>
      </ListState>
    </Dialog>
  )
}
