import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Tabs } from '../../ui/Tabs.tsx'
import { Reviews } from './ReviewList.tsx'
import css from './reviews.module.css'

/** The reviews that a member received, as a seller and as a buyer. */
export default function ReceivedReviews({ userId }: { userId: number }) {
  const { t } = useLingui()
  const [as, setAs] = useState<'seller' | 'buyer'>('seller')
  return (
    <section className={css.section} aria-labelledby="reviews">
      <h2 id="reviews">
        <Trans>Reviews</Trans>
      </h2>
      <Tabs
        label={t`Reviews`}
        tabs={[
          ['seller', t`As a seller`],
          ['buyer', t`As a buyer`],
        ]}
        value={as}
        onChange={setAs}
        pills
      >
        <div className={css.panel}>
          <Reviews key={as} rated={{ as, id: userId }} subjectId={userId} />
        </div>
      </Tabs>
    </section>
  )
}
