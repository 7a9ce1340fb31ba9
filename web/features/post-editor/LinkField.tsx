import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { LinkPreview } from '../../../workers/creators/link-previews.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { linkPreviewQuery } from '../../queries/edit-posts.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { LinkCard } from '../posts/LinkCard.tsx'
import { linkToPreview } from './post-draft.ts'
import css from './post-editor.module.css'

/** How long a link must stay the same before its preview is asked for (ms). */
const PAUSE_MS = 600

interface LinkFieldProps {
  value: string
  onChange: (link: string) => void
  error: string | null
  /** The link with which the post was saved, and its preview. */
  saved: { link: string; preview: LinkPreview | null } | null
}

/** The link of a post. Its preview is loaded while it is typed. */
export function LinkField({ value, onChange, error, saved }: LinkFieldProps) {
  const { t } = useLingui()
  const link = linkToPreview(useSettled(value, PAUSE_MS))
  const remove = () => {
    onChange('')
    toast(t`The link was removed.`, 'info', { label: t`Undo`, run: () => onChange(value) })
  }
  return (
    <div className={css.rich}>
      <TextField
        label={<Trans>Link</Trans>}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      {link && value.trim() && (
        <div className={css.preview}>
          <Preview link={link} known={saved?.link === link ? saved.preview : null} />
          <IconButton icon="close" label={t`Remove the link`} onClick={remove} />
        </div>
      )}
    </div>
  )
}

/** The preview of a link: loading, failed, or as visitors will see it. */
function Preview({ link, known }: { link: string; known: LinkPreview | null }) {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery({ ...linkPreviewQuery(link), enabled: !known })
  const preview = known ?? data ?? null
  if (preview) return <LinkCard link={link} preview={preview} />
  if (!error || isFetching)
    return (
      <div role="status" aria-label={t`Loading the preview`}>
        <Skeleton width="100%" height={132} />
      </div>
    )
  const isFinal = error instanceof ApiError && error.code === 'preview_unavailable'
  return (
    <div className={css.failed}>
      <LinkCard link={link} preview={null} />
      <p className="small mute" role="status">
        {isFinal ? <Trans>There is no preview of this page. The post shows its address.</Trans> : errorText(error)}
      </p>
      {!isFinal && (
        <Button small onClick={() => refetch()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
