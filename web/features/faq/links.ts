import { brand } from '../../brand.ts'
import { paths } from '../../lib/paths.ts'

/** The addresses that answers link to, by the names of their placeholders in the texts. */
export const MAIL_LINK = `mailto:${brand.contact}`
export const TERMS_LINK = paths.terms()
export const PRIVACY_LINK = paths.privacy()
export const SETTINGS_LINK = paths.settings()
export const SAVED_LINK = '/saved/'
export const ORDERS_LINK = paths.orders()
export const NEWS_LINK = paths.news()
export const TRENDING_LINK = paths.trending()
export const FOLLOWING_LINK = paths.following()
export const FEE_LINK = `${paths.faq('money')}#fee`
export const API_LINK = '/api/docs'
export const COINBASE_LINK = 'https://www.coinbase.com/how-to-buy/ethereum'
export const SUPERBRIDGE_LINK = 'https://superbridge.app/?fromChainId=1&toChainId=8453'
