import { useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import { LOCALES, type Locale } from '../../workers/shared/locales.schema.ts'
import { brand } from '../brand.ts'
import { locale } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { openDialog } from '../session/dialogs.ts'
import { prefetchDialog } from './dialogs.tsx'
import css from './Footer.module.css'
import { Logo } from './Logo.tsx'

/** The languages of the countries whose law asks for the notice: Japan. */
const NOTICE_LOCALES: readonly Locale[] = ['ja']

/** The footer of every page except rooms. */
export function Footer() {
  const { t } = useLingui()
  return (
    <footer className={css.footer}>
      <div className={`wrap ${css.row}`}>
        <Link href={paths.home()} aria-label={t`${brand.name} home page`}>
          <Logo />
        </Link>
        <nav aria-label={t`Footer`}>
          <Link href={paths.tab('services')}>{t`Services`}</Link>
          <Link href={paths.faq()}>{t`Questions and answers`}</Link>
          <Link href={paths.welcome()}>{t`Our mission`}</Link>
          <Link href={paths.about()}>{t`About ${brand.name}`}</Link>
          <Link href={paths.creatorSignUp()}>{t`Become a creator`}</Link>
          <Link href={paths.privacy()}>{t`Privacy`}</Link>
          <Link href={paths.terms()}>{t`Terms and conditions`}</Link>
          {NOTICE_LOCALES.includes(locale()) && (
            <Link href={paths.notice()}>{t`Notice under the Specified Commercial Transactions Act`}</Link>
          )}
          <a href={`mailto:${brand.contact}`}>{t`Contact`}</a>
          {brand.social.map(({ name, href }) => (
            <a key={name} href={href} target="_blank" rel="noreferrer">
              {name}
            </a>
          ))}
          <button type="button" onClick={() => openDialog('sponsor')} {...prefetchDialog('sponsor')}>{t`Sponsor`}</button>
          {Object.entries(LOCALES).map(([key, { name }]) =>
            key === locale() ? null : (
              <a key={key} href={`?hl=${key}`} lang={key} hrefLang={key}>
                {name}
              </a>
            ),
          )}
        </nav>
        <p>
          © {brand.since} {brand.name}
        </p>
      </div>
    </footer>
  )
}
