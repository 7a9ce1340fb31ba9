import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeliveredFile, DeliveryStep } from '../../../workers/orders/deliveries.schema.ts'
import { type Order, type Role, statusOf } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { ListState } from '../../lib/ListState.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { downloadPrivateFile } from '../../queries/upload/stored-files.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { UserText } from '../../ui/UserText.tsx'
import css from './Deliveries.module.css'

/** What was delivered in an order, with the changes that were requested; the newest first. */
export default function Deliveries({ order, role, query }: { order: Order; role: Role; query: UseQueryResult<DeliveryStep[]> }) {
  const { t } = useLingui()
  const status = statusOf(order)
  const isPrepared = status === 'accepted'
  const steps = query.data ?? []
  // Nothing is prepared yet, or the order ended without a delivery on this site.
  if ((isPrepared || status === 'completed') && !steps.length && !query.isError) return null
  const views = steps.map((step, i) => <Step key={step.id} order={order} steps={steps.slice(0, i + 1)} />)
  const newest = Math.max(
    0,
    steps.findLastIndex(({ kind }) => kind === 'delivery'),
  )
  return (
    <section className={css.deliveries} aria-labelledby="deliveries">
      <h2 id="deliveries">
        <Trans context="what was handed over">Delivery</Trans>
      </h2>
      {isPrepared && steps.length > 0 && (
        <p className="small mute">
          <Trans>Prepared, but not delivered yet: only you see this until your delivery is confirmed in your wallet.</Trans>
        </p>
      )}
      <ListState
        queries={[query]}
        isEmpty={!steps.length}
        skeleton={
          <div role="status" aria-label={t`Loading`}>
            <Skeleton width="100%" height={96} />
          </div>
        }
        empty={
          <p className="small mute">
            {role === 'buyer' ? (
              <Trans>The seller added no message or files here. Look in the conversation.</Trans>
            ) : (
              <Trans>You added no message or files here.</Trans>
            )}
          </p>
        }
      >
        <ol className={css.steps}>{views.slice(newest).toReversed()}</ol>
        {newest > 0 && (
          <details>
            <summary>
              <Trans>Earlier deliveries</Trans>
            </summary>
            <ol className={css.steps}>{views.slice(0, newest).toReversed()}</ol>
          </details>
        )}
      </ListState>
    </section>
  )
}

/** The last of these steps: its text, its time and its files. */
function Step({ order: { revisions }, steps }: { order: Order; steps: readonly DeliveryStep[] }) {
  const { t } = useLingui()
  const { kind, message, files, at } = steps.at(-1)!
  const number = steps.filter((step) => step.kind === kind).length
  return (
    <li className={css.step} data-kind={kind}>
      <p className={css.head}>
        <b>
          {kind === 'delivery' ? (
            <Trans>Delivery {number}</Trans>
          ) : (
            <Trans>
              Changes requested ({number} of {revisions})
            </Trans>
          )}
        </b>
        <span className="small mute num">{formatDate(at, 'dayTime')}</span>
      </p>
      {message && (
        <p className={css.text}>
          <UserText text={message} />
        </p>
      )}
      {files.length > 0 && (
        <ul className={css.files} aria-label={t`Files`}>
          {files.map((file) => (
            <li key={file.path}>
              <FileButton file={file} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** A button that saves a file to the reader's device. Only a request with the session gets the file, so no link can be passed on. */
function FileButton({ file: { path, filename, size } }: { file: DeliveredFile }) {
  const { t } = useLingui()
  const [received, setReceived] = useState<number | null>(null)
  const isBusy = received !== null
  const download = async () => {
    setReceived(0)
    try {
      saveFile(await downloadPrivateFile(path, setReceived), filename)
    } catch (error) {
      toast(errorText(error), 'bad')
    }
    setReceived(null)
  }
  return (
    <>
      <button type="button" className={css.file} aria-busy={isBusy || undefined} onClick={isBusy ? undefined : download}>
        {isBusy ? <Spinner /> : <Icon name="file" />}
        <span>
          <span className="unseen">
            <Trans>Download</Trans>{' '}
          </span>
          {filename}
        </span>
        <span className="small mute num">{formatBytes(size)}</span>
      </button>
      {isBusy && <Progress label={t`Downloading ${filename}`} value={received / size} />}
    </>
  )
}
