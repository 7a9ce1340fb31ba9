import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import { LOCALES } from '../../../workers/shared/locales.schema.ts'
import { brand } from '../../brand.ts'
import { locale } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { openDialog, useDialogOpen } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import css from './landing.module.css'
import { Mission } from './Mission.tsx'
import { Partners } from './Partners.tsx'

/** `/welcome`: what the product is for, in a few sentences, with a header and a footer of its own. */
export default function WelcomePage() {
  const { t } = useLingui()
  const viewer = useViewer()
  useTitle(t`Our mission`)
  return (
    <>
      <header className={`wrap over ${css.header}`}>
        <Link href={paths.home()} className={css.logo} aria-label={t`${brand.name} home page`}>
          <img src="/favicon.svg" alt="" width={34} height={34} />
          {brand.name}
        </Link>
        <Languages />
      </header>
      <main>
        <div className={css.hero}>
          <div className={`wrap ${css.intro}`}>
            <h1>
              <Trans>Our mission</Trans>
            </h1>
          </div>
          <Mission label={t`Our mission`} />
          <div className={`wrap over ${css.acts}`}>
            {viewer ? (
              <ButtonLink look="primary" href={paths.home()}>
                <Trans>Go to the marketplace</Trans>
              </ButtonLink>
            ) : (
              <>
                <Button look="primary" aria-haspopup="dialog" onClick={() => openDialog('signUp', () => openDialog('purpose'))}>
                  <Trans>Sign up</Trans>
                </Button>
                <ButtonLink href={paths.home()}>
                  <Trans>Look around</Trans>
                </ButtonLink>
              </>
            )}
          </div>
        </div>
        <div className={css.sheet}>
          <div className="wrap">
            <Partners />
          </div>
        </div>
      </main>
      <Foot />
    </>
  )
}

/** Links to this page in the other languages. */
const Languages = () =>
  Object.entries(LOCALES).map(([key, { name }]) =>
    key === locale() ? null : (
      <a key={key} href={`?hl=${key}`} lang={key} hrefLang={key}>
        {name}
      </a>
    ),
  )

/** The footer. It is hidden while a dialog is open, but keeps its height, so that the page does not move. */
function Foot() {
  const { t } = useLingui()
  const isHidden = useDialogOpen()
  return (
    <footer className={css.foot} data-hidden={isHidden || undefined}>
      <div className="wrap">
        <p>
          <Trans>
            Questions or ideas? Write to <a href={`mailto:${brand.contact}`}>{brand.contact}</a>.
          </Trans>
        </p>
        <nav aria-label={t`Footer`}>
          <Link href={paths.faq()}>{t`Questions and answers`}</Link>
          <Link href={paths.about()}>{t`About ${brand.name}`}</Link>
          <Link href={paths.privacy()}>{t`Privacy`}</Link>
          <Link href={paths.terms()}>{t`Terms and conditions`}</Link>
        </nav>
        <p>
          © {brand.since} {brand.name}
        </p>
      </div>
    </footer>
  )
}
