import { formatLocalTime } from './event-time.schema.ts'

/**
 * Allowed time zones: the names of the IANA database of 2022 by region, with older names that some browsers still use. Newer zones
 * (America/Coyhaique) are unknown to browsers in use, and legacy ones (SystemV, US, Etc) are unknown to some browsers.
 */
const NAMES: Record<string, string> = {
  Africa: `Abidjan Accra Addis_Ababa Algiers Asmara Asmera Bamako Bangui Banjul Bissau Blantyre Brazzaville Bujumbura Cairo
    Casablanca Ceuta Conakry Dakar Dar_es_Salaam Djibouti Douala El_Aaiun Freetown Gaborone Harare Johannesburg Juba
    Kampala Khartoum Kigali Kinshasa Lagos Libreville Lome Luanda Lubumbashi Lusaka Malabo Maputo Maseru Mbabane Mogadishu
    Monrovia Nairobi Ndjamena Niamey Nouakchott Ouagadougou Porto-Novo Sao_Tome Tripoli Tunis Windhoek`,
  America: `Adak Anchorage Anguilla Antigua Araguaina Argentina/Buenos_Aires Argentina/Catamarca Argentina/Cordoba Argentina/Jujuy
    Argentina/La_Rioja Argentina/Mendoza Argentina/Rio_Gallegos Argentina/Salta Argentina/San_Juan Argentina/San_Luis
    Argentina/Tucuman Argentina/Ushuaia Aruba Asuncion Atikokan Bahia Bahia_Banderas Barbados Belem Belize Blanc-Sablon
    Boa_Vista Bogota Boise Buenos_Aires Cambridge_Bay Campo_Grande Cancun Caracas Catamarca Cayenne Cayman Chicago
    Chihuahua Ciudad_Juarez Coral_Harbour Cordoba Costa_Rica Creston Cuiaba Curacao Danmarkshavn Dawson Dawson_Creek
    Denver Detroit Dominica Edmonton Eirunepe El_Salvador Fort_Nelson Fortaleza Glace_Bay Godthab Goose_Bay Grand_Turk
    Grenada Guadeloupe Guatemala Guayaquil Guyana Halifax Havana Hermosillo Indiana/Indianapolis Indiana/Knox
    Indiana/Marengo Indiana/Petersburg Indiana/Tell_City Indiana/Vevay Indiana/Vincennes Indiana/Winamac Indianapolis
    Inuvik Iqaluit Jamaica Jujuy Juneau Kentucky/Louisville Kentucky/Monticello Kralendijk La_Paz Lima Los_Angeles
    Louisville Lower_Princes Maceio Managua Manaus Marigot Martinique Matamoros Mazatlan Mendoza Menominee Merida
    Metlakatla Mexico_City Miquelon Moncton Monterrey Montevideo Montserrat Nassau New_York Nome Noronha
    North_Dakota/Beulah North_Dakota/Center North_Dakota/New_Salem Nuuk Ojinaga Panama Paramaribo Phoenix Port-au-Prince
    Port_of_Spain Porto_Velho Puerto_Rico Punta_Arenas Rankin_Inlet Recife Regina Resolute Rio_Branco Santarem Santiago
    Santo_Domingo Sao_Paulo Scoresbysund Sitka St_Barthelemy St_Johns St_Kitts St_Lucia St_Thomas St_Vincent Swift_Current
    Tegucigalpa Thule Tijuana Toronto Tortola Vancouver Whitehorse Winnipeg Yakutat`,
  Antarctica: 'Casey Davis DumontDUrville Macquarie Mawson McMurdo Palmer Rothera Syowa Troll Vostok',
  Arctic: 'Longyearbyen',
  Asia: `Aden Almaty Amman Anadyr Aqtau Aqtobe Ashgabat Atyrau Baghdad Bahrain Baku Bangkok Barnaul Beirut Bishkek Brunei
    Calcutta Chita Colombo Damascus Dhaka Dili Dubai Dushanbe Famagusta Gaza Hebron Ho_Chi_Minh Hong_Kong Hovd Irkutsk
    Jakarta Jayapura Jerusalem Kabul Kamchatka Karachi Kathmandu Katmandu Khandyga Kolkata Krasnoyarsk Kuala_Lumpur
    Kuching Kuwait Macau Magadan Makassar Manila Muscat Nicosia Novokuznetsk Novosibirsk Omsk Oral Phnom_Penh Pontianak
    Pyongyang Qatar Qostanay Qyzylorda Rangoon Riyadh Saigon Sakhalin Samarkand Seoul Shanghai Singapore Srednekolymsk
    Taipei Tashkent Tbilisi Tehran Thimphu Tokyo Tomsk Ulaanbaatar Urumqi Ust-Nera Vientiane Vladivostok Yakutsk Yangon
    Yekaterinburg Yerevan`,
  Atlantic: 'Azores Bermuda Canary Cape_Verde Faeroe Faroe Madeira Reykjavik South_Georgia St_Helena Stanley',
  Australia: 'Adelaide Brisbane Broken_Hill Darwin Eucla Hobart Lindeman Lord_Howe Melbourne Perth Sydney',
  Europe: `Amsterdam Andorra Astrakhan Athens Belgrade Berlin Bratislava Brussels Bucharest Budapest Busingen Chisinau Copenhagen
    Dublin Gibraltar Guernsey Helsinki Isle_of_Man Istanbul Jersey Kaliningrad Kiev Kirov Kyiv Lisbon Ljubljana London
    Luxembourg Madrid Malta Mariehamn Minsk Monaco Moscow Oslo Paris Podgorica Prague Riga Rome Samara San_Marino Sarajevo
    Saratov Simferopol Skopje Sofia Stockholm Tallinn Tirane Ulyanovsk Vaduz Vatican Vienna Vilnius Volgograd Warsaw
    Zagreb Zurich`,
  Indian: 'Antananarivo Chagos Christmas Cocos Comoro Kerguelen Mahe Maldives Mauritius Mayotte Reunion',
  Pacific: `Apia Auckland Bougainville Chatham Chuuk Easter Efate Enderbury Fakaofo Fiji Funafuti Galapagos Gambier Guadalcanal
    Guam Honolulu Kanton Kiritimati Kosrae Kwajalein Majuro Marquesas Midway Nauru Niue Norfolk Noumea Pago_Pago Palau
    Pitcairn Pohnpei Ponape Port_Moresby Rarotonga Saipan Tahiti Tarawa Tongatapu Truk Wake Wallis`,
}

/** All allowed names, such as `Asia/Tokyo`; the first is `UTC`. */
export const TIME_ZONES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'UTC',
  ...Object.entries(NAMES).flatMap(([region, names]) => names.split(/\s+/).map((name) => `${region}/${name}`)),
])

/** Checks if a time zone (`Asia/Tokyo`, `UTC`) is known to all browsers and the server. */
export const isTimeZone = (zone: string): boolean => TIME_ZONES.has(zone)

/** Returns a stored time zone, or UTC if it is not allowed (older rows may have other names). */
export const toKnownZone = (zone: string): string => (isTimeZone(zone) ? zone : 'UTC')

const DAY = 86_400
const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/

/**
 * Converts a local time in a zone (`2026-12-01T18:30`) to UTC seconds; null for an invalid date or zone. When summer time ends, the
 * repeated hour means its first occurrence; when it begins, the skipped hour is read with the old offset.
 */
export function zonedSeconds(text: string, zone: string): number | null {
  const [, ...parts] = LOCAL_TIME.exec(text.trim()) ?? []
  if (!parts.length || !isTimeZone(zone)) return null
  const [year, month, day, hour, minute] = parts.map(Number) as [number, number, number, number, number]
  const localAsUtc = Date.UTC(year, month - 1, day, hour, minute) / 1000
  const expected = `${parts[0]}-${parts[1]}-${parts[2]}T${parts[3]}:${parts[4]}`
  if (new Date(localAsUtc * 1000).toISOString().slice(0, 16) !== expected) return null
  const offsetAt = (seconds: number) => Date.parse(`${formatLocalTime(seconds, zone)}Z`) / 1000 - seconds
  // Tries the offset of the day before and that of the day after. The earlier time that matches is used.
  const [before, after] = [offsetAt(localAsUtc - DAY), offsetAt(localAsUtc + DAY)]
  const found = [localAsUtc - before, localAsUtc - after].filter((seconds) => formatLocalTime(seconds, zone) === expected)
  return found.length ? Math.min(...found) : localAsUtc - before
}
