import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import { brand } from '../brand.ts'
import { LOCALES, locale } from '../i18n.ts'
import { paths } from '../paths.ts'
import css from './Footer.module.css'
import { Logo } from './Logo.tsx'

export function Footer() {
  const { t } = useLingui()
  return (
    <footer className={css.footer}>
      <div className={`wrap ${css.row}`}>
        <Link href={paths.home()} aria-label={t`${brand.name}, to the start`}>
          <Logo />
        </Link>
        <nav aria-label={t`Footer`}>
          <Link href={paths.tab('services')}>
            <Trans>Services</Trans>
          </Link>
          <a href={`mailto:${brand.contact}`}>
            <Trans>Contact</Trans>
          </a>
          {Object.entries(LOCALES).map(([key, name]) =>
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
