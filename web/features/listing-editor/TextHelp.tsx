import { Trans } from '@lingui/react/macro'
import { errorText } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import css from './TextHelp.module.css'
import type { Field, TextHelper } from './use-text-help.ts'

/** The line below a field: offers to generate its text, shows progress or failure, or offers to undo a generated text. */
export function TextHelp({ help, field }: { help: TextHelper; field: Field }) {
  const state = help.of(field)
  return (
    <div className={css.help}>
      <p role="status">
        {state?.at === 'writing' && (
          <>
            <Spinner size={16} />
            <Trans>Suggesting a text from your title…</Trans>
          </>
        )}
        {state?.at === 'done' && (
          <>
            <Icon name="check" size={16} />
            <Trans>Suggested from your title. Edit it before you publish.</Trans>
          </>
        )}
        {state?.at === 'failed' && (
          <>
            <Icon name="warning" size={16} />
            <span>
              <Trans>No text could be suggested. {errorText(state.error)}</Trans>
            </span>
          </>
        )}
      </p>
      {state?.at === 'writing' ? (
        <Button small onClick={help.stop}>
          <Trans>Stop</Trans>
        </Button>
      ) : state?.at === 'done' ? (
        <Button small onClick={() => help.undo(field)}>
          <Trans>Undo the suggestion</Trans>
        </Button>
      ) : (
        help.may(field) && (
          <Button small onClick={() => void help.suggest()}>
            {state ? <Trans>Try again</Trans> : <Trans>Suggest a text</Trans>}
          </Button>
        )
      )}
    </div>
  )
}
