import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CreatorApplication } from '../../../workers/creators/applications.schema.ts'
import type { FoundCreator } from '../../../workers/creators/creators.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { mailto } from '../../lib/mailto.ts'
import { paths } from '../../lib/paths.ts'
import { memberName } from '../../ui/member-name.ts'
import css from './creators-admin.module.css'

/** A fact with its name. `wide`: it has a line of its own. */
export function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={wide}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Member = ({ id, name }: { id: number; name: string }) => (
  <>
    <Link href={paths.person(id)} className={css.link}>
      <bdi>{memberName(name)}</bdi>
    </Link>{' '}
    <span className="small mute num">{id}</span>
  </>
)

/** Whom a wallet belongs to, and what the contract says about it. */
export function CreatorFacts({ found, name, address }: { found: FoundCreator; name: string; address: string }) {
  const { t } = useLingui()
  return (
    <dl className={css.facts}>
      {name && (
        <Fact label={t`Creator name`}>
          <b>{name}</b>
        </Fact>
      )}
      {found.user_id !== null && (
        <Fact label={t`Member`}>
          <Member id={found.user_id} name={found.name} />
        </Fact>
      )}
      <Fact label={t`Wallet`} wide>
        <code className={css.hash}>{address}</code>
      </Fact>
      <Fact label={t`On the contract`} wide>
        {found.isOnChain ? <Trans>This wallet is a creator.</Trans> : <Trans>This wallet is no creator.</Trans>}
      </Fact>
    </dl>
  )
}

/** All fields of an application. */
export function ApplicationFacts({ application, applicant }: { application: CreatorApplication; applicant: { id: number; name: string } }) {
  const { t } = useLingui()
  const { email, fullname, sns, wallet, name, text } = application
  return (
    <dl className={css.facts}>
      <Fact label={t`Creator name`}>
        <b>{name}</b>
      </Fact>
      <Fact label={t`Member`}>
        <Member {...applicant} />
      </Fact>
      <Fact label={t`Full name`}>
        <bdi>{fullname}</bdi>
      </Fact>
      <Fact label={t`E-mail`}>
        <a className={css.link} href={mailto(email)}>
          {email}
        </a>
      </Fact>
      <Fact label={t`Wallet`} wide>
        <code className={css.hash}>{wallet}</code>
      </Fact>
      {sns && (
        <Fact label={t`Social network`} wide>
          <a className={css.link} href={sns} target="_blank" rel="noreferrer nofollow">
            {sns}
          </a>
        </Fact>
      )}
      <Fact label={t`About the applicant and their works`} wide>
        <span className={css.words} lang={detectLanguage(text)} dir="auto">
          {text}
        </span>
      </Fact>
    </dl>
  )
}
