/**
 * Large networks in one country whose addresses are of several kinds, so that only the country is known. As in `CONSUMER`: number, part of
 * the holder's name, by country. Left out are backbones with customers in many countries.
 */
export const MIXED: Readonly<Record<string, string>> = {
  US: '7018 AT&T, 701 Verizon, 209 CenturyLink, 7029 Windstream, 163 IBM',
  CN: `4134 Jin-rong, 4837 China169, 9808 China Mobile, 4812 China Telecom, 4808 China Unicom, 56046 China Mobile, 56041 China
    Mobile, 9394 TieTong, 17816 China Unicom, 37963 Hangzhou Alibaba, 45090 Tencent, 55990 Huawei Cloud Service, 58519 Cloud
    Computing`,
  JP: '2516 KDDI, 2497 Internet Initiative Japan, 17506 ARTERIA, 2514 NTT PC',
  KR: '3786 LG DACOM',
  BR: '4230 CLARO',
  DE: '6805 Telefonica Germany',
  AT: '8447 A1, 8412 T-Mobile Austria',
  IT: '30722 Fastweb',
  ES: '12430 VODAFONE',
  NO: '2119 Telenor, 25400 Telia Norge',
  DK: '9158 Telenor',
  FI: '719 Elisa, 1759 Telia Finland, 16086 DNA',
  CH: '6730 Sunrise',
  CZ: '16019 Vodafone Czech, 13036 T-Mobile Czech',
  PT: '12353 Vodafone Portugal',
  IL: '12400 Partner',
  EG: '36992 ETISALAT MISR, 24835 Vodafone Data, 36935 Vodafone Data',
  MA: '6713 Maroc Telecom, 36903 Maroc Telecom',
  TN: '37693 OOREDOO TUNISIE, 37492 Orange Tunisie',
  SA: '35819 Etihad Etisalat, 39891 Saudi Telecom',
  AE: '5384 ETISALAT, 15802 Emirates Integrated',
  IN: '55836 Reliance Jio, 9498 BHARTI, 4755 TATA',
  ID: '4761 INDOSAT',
  TH: '7470 TRUE INTERNET',
  ZA: '16637 MTN, 12091 MTN, 5713 Telkom, 37457 Telkom',
};
