/**
 * Networks that are sold to households above all: cable, DSL, fibre to the home, satellite. Business lines have the same numbers: the kind
 * is the network's, not the line's. Each number with a part of the name that the registry has for its
 * holder (the tests compare both with the shipped data), by country of the holder.
 *
 * Left out are networks that are a backbone or a carrier for companies to a large part (AT&T's 7018, Verizon's 701, Lumen, China
 * Telecom), and those that are a mobile network as well (Jio, Elisa, KDDI, Vodafone in Spain).
 */
export const CONSUMER: Readonly<Record<string, string>> = {
  US: `7922 Comcast, 7015 Comcast, 7016 Comcast, 7725 Comcast, 13367 Comcast, 20214 Comcast, 21508 Comcast, 22258 Comcast, 22909
    Comcast, 33287 Comcast, 33489 Comcast, 33490 Comcast, 33491 Comcast, 33651 Comcast, 33652 Comcast, 33654 Comcast, 33657 Comcast,
    33659 Comcast, 33660 Comcast, 33661 Comcast, 33667 Comcast, 33668 Comcast, 3456 Charter, 10796 Charter, 11351 Charter, 11426
    Charter, 11427 Charter, 12271 Charter, 16787 Charter, 20001 Charter, 20115 Charter, 33363 Charter, 33588 Charter, 22773 Cox,
    6128 Cablevision, 19108 Optimum, 5650 Frontier, 6079 RCN, 7459 Grande, 11404 Wave, 11492 CABLE ONE, 11776 Breezeline, 12083
    WideOpenWest, 30036 Mediacom, 16591 Google Fiber, 6432 Google Fiber, 19901 Brightspeed, 22561 CenturyLink, 46690 Southern New
    England Telephone, 46375 Sonic, 11232 Midcontinent, 3737 PenTeleData, 23089 Hotwire, 30600 Metronet, 4181 TDS, 6181 Cincinnati
    Bell, 13977 Fidium, 17306 JAB Wireless, 36149 Hawaiian Telcom, 14638 Liberty Communications of Puerto Rico, 7155 ViaSat, 6621
    Hughes, 6389 AT&T, 33666 Comcast, 33656 Comcast, 33653 Comcast, 33665 Comcast, 33655 Comcast, 36733 Comcast, 14593 Space
    Exploration, 15108 Allo, 27364 Armstrong, 30404 Blue Stream, 23473 PAVLOV, 7065 Sonic, 12042 Fidium, 5742 Fidium, 12119 ITV-3,
    26801 Zito`,
  CA: `577 Bell Canada, 855 Bell Canada, 7122 Bell Canada, 812 Rogers, 6327 Shaw, 852 TELUS, 5769 Videotron, 7992 Cogeco, 11290
    Cogeco, 5645 TekSavvy, 11260 EastLink, 803 Saskatchewan, 1403 EBOX, 11814 Distributel, 398721 OXIO, 22995 Xplore, 40788 Start
    Communications, 395965 Carrytel`,
  GB: `5089 Virgin Media, 5607 Sky UK, 13285 TalkTalk, 2856 British Telecommunications, 6871 Plusnet, 42689 Glide, 201838 Community
    Fibre, 56478 Hyperoptic`,
  IE: '5466 Eircom',
  DE: `3320 Deutsche Telekom, 3209 Vodafone GmbH, 31334 Vodafone GmbH, 8881 1&1 Versatel, 8422 NetCologne, 9145 EWE TEL, 8767 M-net,
    15943 wilhelm.tel, 20880 Tele Columbus`,
  FR: '3215 Orange, 12322 Free SAS, 15557 SFR, 5410 Bouygues',
  IT: '3269 Telecom Italia, 1267 WIND, 12874 Fastweb, 8612 Smeraldo, 35612 EOLO, 210278 Sky Italia',
  ES: `3352 TELEFONICA DE ESPANA, 12479 Orange Espagne, 6739 VODAFONE ONO, 12338 Euskaltel, 12334 R Cable, 57269 DIGI SPAIN, 200845
    AVATEL, 12946 Telecable, 35699 Adamo`,
  PT: '3243 MEO, 2860 NOS, 13156 NOWO',
  NL: '33915 Vodafone Libertel, 1136 KPN, 13127 Odido, 50266 Odido, 3265 KPN, 15435 DELTA Fiber',
  BE: '5432 Proximus, 6848 Telenet, 12392 Orange Belgium',
  LU: '6661 POST Luxembourg',
  CH: '3303 Swisscom, 15600 Quickline',
  EU: '6830 Liberty Global',
  SE: '3301 Telia, 8434 Telenor Sverige, 29518 Bredband2',
  NO: '29695 Lyse, 15659 NextGenTel',
  DK: '3292 TDC, 44869 FIBIA, 203953 Hiper',
  IS: '12969 Vodafone_Iceland',
  PL: '5617 Orange Polska, 9141 P4, 12741 Netia, 8459 Netia, 29314 VECTRA, 21021 Multimedia Polska, 16342 Toya',
  CZ: '5610 O2 Czech',
  SK: '6855 Slovak Telekom',
  HU: '5483 Magyar Telekom, 20845 DIGI',
  RO: '8708 DIGI ROMANIA, 9050 Orange Romania',
  BG: '8866 Vivacom',
  HR: '5391 Hrvatski Telekom, 34594 Telemach',
  RS: '8400 TELEKOM SRBIJA',
  BA: '25144 Telekomunikacije Republike Srpske',
  SI: '5603 Telekom Slovenije, 3212 Telemach, 34779 T-2',
  GR: '6799 Ote, 1241 Nova, 25472 Nova, 29247 Ote',
  CY: '6866 Cyprus Telecommunications, 35432 Cablenet',
  MT: '12709 Melita',
  EE: '3249 Telia Eesti',
  LT: '8764 Telia Lietuva',
  LV: '12578 Tet',
  BY: '6697 Beltelecom',
  UA: '6849 Ukrtelecom, 13188 TRIOLAN, 39608 Lanet, 6877 Ukrtelecom, 34700 MAXNET',
  MD: '8926 Moldtelecom',
  RU: `12389 Rostelecom, 42610 Rostelecom, 8402 Vimpelcom, 25513 Moscow city telephone, 31200 Novotelecom, 8369 Intersvyaz, 28840
    TATTELECOM, 28812 Bashinformsvyaz, 34533 ER-Telecom, 41733 ER-Telecom, 31363 ER-Telecom, 12768 ER-Telecom, 51604 ER-Telecom,
    42682 ER-Telecom, 51570 ER-Telecom, 12772 ER-Telecom, 5563 ER-Telecom, 12683 Rostelecom`,
  KZ: '9198 Kazakhtelecom',
  GE: '35805 Silknet',
  TR: '47331 TTNet, 9121 TTNet, 34984 Superonline, 12978 DSMART, 47524 Turksat, 8386 Vodafone Net, 15924 Vodafone Net',
  IL: '8551 Bezeq, 12849 Hot-Net, 1680 Cellcom Fixed',
  PS: '12975 Palestine Telecommunications',
  SA: '25019 Saudi Telecom',
  SY: '29256 Syrian Telecommunication, 201550 Syrian Telecommunication',
  YE: '30873 YemenNet',
  IR: '58224 Iran Telecommunication, 31549 Shatel, 43754 Asiatech',
  EG: '24863 Link Egypt, 8452 IDDQD',
  DZ: '36947 Telecom Algeria',
  TN: '37705 TOPNET',
  MU: '23889 Mauritius Telecom',
  PK: '17557 Pakistan Telecommunication, 23674 Nayatel',
  IN: '24560 Telemedia, 17488 Hathway, 17813 Mahanagar, 9829 National Internet Backbone, 18209 Atria',
  LK: '9329 Sri Lanka Telecom',
  TH: '17552 True Online, 45758 Triple T, 133481 AIS Fibre, 24326 TT&T, 23969 TOT',
  MY: '4788 TM TECHNOLOGY',
  SG: '3758 SingNet, 9506 Singtel Fibre',
  ID: '7713 Telekomunikasi Indonesia, 23700 Linknet',
  PH: '9299 Philippine Long Distance, 17639 Converge',
  VN: '45899 VNPT, 7552 Viettel, 18403 FPT',
  TW: `3462 Data Communication Business Group, 9416 Hoshin, 9924 Taiwan Fixed, 4780 Digital United, 38841 kbro, 131596 TBC, 4782
    Data Communication Business Group`,
  HK: '4760 HKT, 9269 Hong Kong Broadband, 9908 HK Cable TV',
  KR: `4766 Korea Telecom, 9318 SK Broadband, 17858 LG POWERCOMM, 10036 DLIVE, 9845 LG HelloVision, 17839 LG HelloVision, 9697 LG
    HelloVision, 10066 LG HelloVision, 18313 LG HelloVision`,
  JP: `17676 SoftBank, 4713 NTT DOCOMO BUSINESS, 2518 BIGLOBE, 2527 Sony Network, 4721 JCOM, 9617 JCOM, 9824 JCOM, 17511 OPTAGE,
    4685 Asahi Net, 10013 FreeBit, 18126 Chubu Telecommunications, 10010 TOKAI, 7679 QTnet, 7522 STNet, 9365 its communications,
    18081 Kintetsu Cable, 9351 ZTV, 17529 STARCAT`,
  CN: '9812 Oriental Cable, 17429 GEHUA CATV, 17962 Topway, 24139 Huashu',
  AU: '1221 Telstra, 7545 TPG, 4804 Microplex, 9443 Vocus Retail, 4739 Internode, 4764 Aussie Broadband, 135887 Belong, 10143 Exetel',
  NZ: '4771 Spark',
  MX: `8151 UNINET, 13999 Mega Cable, 28509 Cablemas, 28548 Cablevision, 11888 Television Internacional, 22884 TOTAL PLAY, 17072
    TOTAL PLAY, 262916 Mega Cable, 16960 Television Internacional`,
  BR: `28573 Claro NXT, 27699 TELEFONICA BRASIL, 18881 TELEFONICA BRASIL, 8167 V tal, 7738 V tal, 28343 UNIFIQUE, 28351 Claro NXT,
    28220 Alares, 28649 Desktop`,
  AR: `7303 Telecom Argentina, 22927 Telefonica de Argentina, 10834 Telefonica de Argentina, 27747 Telecentro, 4926 Telefonica de
    Argentina`,
  CL: '22047 VTR, 7418 TELEFONICA CHILE, 14117 Telefonica del Sur',
  CO: '13489 UNE EPM, 10620 Telmex Colombia, 3816 COLOMBIA TELECOMUNICACIONES, 19429 Colombia',
  PE: '6147 INTEGRATEL',
  VE: '8048 CANTV, 21826 Telemic',
  EC: '14522 SETEL, 14420 CORPORACION NACIONAL, 28006 CORPORACION NACIONAL',
  UY: '6057 Administracion Nacional',
  PA: '18809 Cable Onda',
  DO: '28118 ALTICE',
  CR: '52228 Cable Tica, 262197 MILLICOM CABLE',
  SV: '27773 MILLICOM CABLE',
  BS: '15146 Cable Bahamas',
};

/**
 * Networks that only do hosting: their holders were checked in the data one by one. Left out are those that also sell access lines (OVH's
 * telecom arm, M247's in the UK), and numbers that have changed hands.
 */
export const HOSTING: ReadonlySet<number> = new Set([
  3842, 4544, 4694, 5521, 6724, 7203, 7506, 7671, 7684, 7859, 7979, 8068, 8075, 8315, 8560, 8648, 8972, 8987, 9009, 9123, 9370, 9371, 10297,
  11572, 11878, 12222, 12586, 12824, 12876, 13335, 13649, 13749, 13768, 14061, 14135, 14153, 14618, 14741, 14956, 15003, 15169, 15395,
  15967, 16125, 16265, 16276, 16509, 16625, 16892, 17378, 18450, 18779, 18978, 19148, 19318, 19437, 19551, 20021, 20278, 20454, 20473,
  20738, 20773, 20860, 20940, 21100, 21499, 21859, 22205, 22612, 22822, 23033, 23352, 23470, 23576, 23724, 24679, 24867, 24940, 24961,
  24971, 25369, 25820, 26347, 26496, 27257, 27411, 27589, 27715, 28753, 29066, 29522, 29802, 29873, 30058, 30083, 30475, 30633, 30693,
  31034, 31103, 31898, 32097, 32181, 32244, 32613, 33182, 33387, 33425, 33724, 34011, 34164, 35415, 35908, 35916, 35994, 36007, 36183,
  36351, 36352, 36459, 36666, 37153, 37963, 38001, 38365, 39351, 40021, 40065, 40509, 40676, 42473, 42708, 43289, 43350, 44050, 44066,
  44094, 44144, 45090, 45102, 45753, 46261, 46475, 46562, 46606, 46664, 46844, 47007, 47583, 48031, 48282, 49453, 49505, 49544, 49981,
  50304, 50340, 50624, 50673, 51167, 51852, 53667, 53755, 53850, 54113, 54203, 54290, 54600, 55081, 55286, 55933, 55990, 56630, 57043,
  57169, 58519, 58593, 58658, 58683, 59253, 60068, 60781, 61157, 61317, 61323, 62005, 62240, 62610, 62904, 63023, 63199, 63473, 63949,
  64050, 64286, 131965, 132203, 132839, 133296, 133478, 133499, 133752, 134548, 134963, 135354, 135377, 135629, 136907, 137409, 137718,
  141995, 150436, 197540, 197695, 198610, 198678, 199524, 200019, 200350, 200651, 202023, 202053, 202425, 202656, 203020, 204287, 204601,
  204957, 205544, 206092, 207990, 209242, 210644, 210976, 212238, 212317, 213230, 214101, 215859, 216071, 262287, 393886, 394380, 395954,
  396190, 396356, 396362, 396982, 398101, 398478, 398823, 400619, 400754, 402205,
]);

/**
 * Content delivery networks, which answer from a location near the client, Google's own among them (its cloud is another network).
 * Databases locate most of their addresses at the company's seat, so the location of such an address is unknown. Akamai's network of
 * privacy relays (AS36183) is not among them: those keep the region.
 */
export const CONTENT_DELIVERY: ReadonlySet<number> = new Set([13335, 15169, 54113, 12222, 16625, 20940, 34164, 35994]);

/**
 * Networks that a VPN's own company announces: their addresses are its servers. The brand is given where the company has one, and
 * null where it runs several (PacketHub's serve NordVPN and its sister brands).
 */
export const VPN: ReadonlyMap<number, string | null> = new Map([
  [216025, 'Mullvad'],
  [199218, 'Proton VPN'],
  [209103, 'Proton VPN'],
  [209854, 'Surfshark'],
  [136787, null],
  [141039, null],
  [147049, null],
  [207137, null],
  [272096, null],
]);

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

/**
 * Networks of mobile operators whose addresses are, nearly all, those of mobile data. As in `CONSUMER`: number, part of the holder's name.
 * Left out are operators that serve homes under the same number to a large part (China Mobile, Jio, Elisa, Vodafone in Spain).
 */
export const MOBILE: Readonly<Record<string, string>> = {
  US: '6167 Verizon, 22394 Verizon, 21928 T-Mobile, 6614 T-Mobile, 20057 AT&T, 5079 T-Mobile',
  CA: '36522 BELL MOBILITY',
  GB: '12576 EE Limited, 206067 Hutchison 3G, 25135 VODAFONE, 35228 Telefonica UK',
  IE: '13280 Three Ireland',
  FR: '51207 Free Mobile',
  IT: '16232 Telecom Italia, 24608 WIND',
  NL: '31615 Odido',
  AT: '25255 Hutchison Drei',
  SE: '44034 Hi3G',
  PL: '39603 P4, 8374 Polkomtel',
  ES: '29180 TELEFONICA',
  RU: '12958 T2, 31133 MegaFon, 25159 MegaFon, 31213 MegaFon',
  BY: '25106 Mobile TeleSystems',
  UA: '34058 lifecell, 21497 VF UKRAINE',
  KZ: '29355 Kcell, 48503 Mobile Telecom',
  TR: '16135 TURKCELL, 15897 Vodafone, 20978 TT Mobil',
  SA: '43766 Mobile Telecommunication Company Saudi',
  KW: '42961 Mobile Telecommunications, 29357 NATIONAL MOBILE',
  JO: '48832 Zain',
  SY: '48065 Syriatel',
  IR: '197207 Mobile Communication, 44244 Iran Cell, 57218 RighTel',
  EG: '37069 Mobinil',
  ZA: '29975 Vodacom, 36994 Vodacom, 37168 Cell C, 36960 Cell C, 37105 RAIN',
  KE: '33771 Safaricom, 36926 Airtel',
  NG: '36873 Airtel, 29465 MTN',
  UG: '37075 Airtel, 36977 Airtel',
  GH: '30986 Scancom, 37030 Airtel',
  SD: '36998 ZAIN, 36972 MTN',
  ZM: '37287 Zain',
  MW: '37440 Airtel',
  TZ: '37133 Airtel, 37035 MIC TANZANIA',
  AO: '37119 UNITEL, 37081 Movicel',
  IN: '45609 GPRS, 38266 Vodafone Idea, 45271 Idea, 55410 Vodafone Idea',
  BD: '24389 GrameenPhone, 45245 Banglalink',
  PK: '24499 Telenor, 59257 CMPak',
  LK: '18001 Dialog',
  TH: '131445 Advance Wireless, 132618 Real Future',
  MY: '4818 DiGi, 10030 Celcom',
  SG: '45143 SINGTEL MOBILE',
  ID: '23693 Telekomunikasi Selular, 24203 XL Axiata',
  PH: '10139 Smart Broadband, 132199 Globe',
  VN: '131429 MOBIFONE',
  TW: '17421 Mobile Business Group, 24158 Taiwan Mobile, 9674 Far EastTone, 17709 Asia Pacific Telecom',
  HK: '17924 SmarTone, 137872 China Mobile Hong Kong, 9231 China Mobile Hong Kong',
  KR: '9644 SK Telecom, 18302 SK Telecom, 17853 LGTELECOM',
  JP: '9605 DOCOMO, 138384 Rakuten Mobile',
  MX: '28403 RadioMovil',
  BR: '26615 TIM, 22085 Claro, 26599 TELEFONICA',
  CO: '26611 COMCEL',
  PE: '21575 ENTEL',
  VE: '6306 TELEFONICA VENEZOLANA, 27889 MOVILNET',
  BO: '28024 Nuevatel',
  MA: '36925 MEDITELECOM',
  RS: '31042 Yettel',
  HU: '213155 Yettel',
  PT: '42863 MEO-MOVEL',
  CL: '27925 Entel PCS',
  UY: '19422 Telefonica Moviles',
  NA: '37009 Mobile Telecommunications',
  GM: '37309 QCell',
  NP: '38565 Ncell',
  BH: '51375 VIVABH',
};
