import { Trans, useLingui } from '@lingui/react/macro'
import { LOCALE_CODES, LOCALES } from '../../../workers/shared/locales.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { locale } from '../../lib/i18n.ts'
import { chooseLanguage } from '../../session/language.ts'
import { Segmented } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { Section } from './Section.tsx'

const OPTIONS = LOCALE_CODES.map((key) => {
  const name = (
    <span key={key} lang={key}>
      {LOCALES[key].name}
    </span>
  )
  return [key, name] as const
})

export function Language() {
  const { t } = useLingui()
  return (
    <Section
      title={<Trans>Language</Trans>}
      text={
        <Trans>
          The language of the app and of the e-mails we send you. Listings and messages stay in the language they were written in.
        </Trans>
      }
    >
      <Segmented
        label={t`Language`}
        options={OPTIONS}
        value={locale()}
        onChange={(next) => chooseLanguage(next).catch((error) => toast(errorText(error), 'bad'))}
      />
    </Section>
  )
}
