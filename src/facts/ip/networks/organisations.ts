/**
 * Networks of organisations: companies and authorities that announce their own addresses and sell access to nobody, the networks that
 * connect the universities of a country, and carriers that sell lines to companies only. As in `CONSUMER`: number, part of the holder's
 * name. Many more are known by their holder's name (`kindOfOwner`); here are those whose name does not show it.
 */
export const ORGANISATIONS: Readonly<Record<string, string>> = {
  companies: `521 Ford, 714 Apple, 31399 Mercedes-Benz, 163 IBM, 71 HP, 157 HEWLETT PACKARD, 4249 Eli Lilly, 2019 JPMorgan, 11003
    Procter and Gamble, 90 Oracle Corporation, 792 Oracle Corporation, 1696 Citigroup, 7054 Merck, 209502 Electricite de France, 196
    Boeing, 193 Lockheed, 1656 Lockheed, 8826 Siemens, 7862 Chevron, 86 DXC, 3360 DXC, 10695 Wal-Mart, 1766 Exxon, 72 Schlumberger,
    197 Raytheon, 30383 General Motors, 2130 Philips, 2002 Kyndryl, 1958 NCR, 14962 NCR, 7792 3M, 15752 BP, 613 BP, 18676 Avaya, 158
    Ericsson, 13721 CDK, 6126 Avago, 3145 Refinitiv, 4983 Intel, 1906 Northrop, 243 L3Harris, 109 CISCO, 11355 Shell, 25031
    Novartis, 2579 Nokia, 3612 Dell, 14496 Agilent, 10361 Bloomberg, 10615 UBS, 8883 UBS, 19773 Motorola, 7726 FedEx, 824
    GlaxoSmithKline, 7068 Pfizer, 395266 Keysight, 161 Texas Instruments, 2047 Roche, 3455 Liberty Mutual, 20868 ABB, 3585 TE
    Connectivity, 6289 Honda, 12291 Deutsche Post, 2571 DHL, 7127 Southern California Edison, 6195 Goldman Sachs, 8803 Migros,
    131932 JR East, 202893 Signify, 7917 UnitedHealth, 10879 Unitedhealthcare, 1624 SITA, 6085 Aeronautiques, 2278 OrangeLabs, 82
    Attachmate, 22616 ZSCALER, 53813 ZSCALER, 8137 Disney, 1341 Rockwell Collins, 10846 Deere, 26577 BAE Systems, 22460 PepsiCo,
    8147 Ericsson, 116 Ericsson, 122 UPMC, 4309 FMR, 25252 Volvo, 16236 Stellantis, 9159 Credit Agricole, 197425 Saab, 26662 XEROX,
    395959 XEROX, 60142 NXP, 38816 Shell, 6307 American Express, 13541 Siemens, 22216 Siemens, 6445 Siemens, 35882 Teradata, 3573
    Accenture, 18784 McDonald, 15269 ConocoPhillips, 10405 Union Pacific, 5049 Morgan Stanley, 11723 Nasdaq, 216134 ZF
    Friedrichshafen, 11882 Centene, 2013 PG&E, 10455 Nokia, 200656 Nokia, 14381 Caterpillar, 8569 METRO Digital, 11313 Fannie Mae,
    393946 Renesas, 399480 Texas Instruments, 7741 CIBC, 35 MITRE, 2559 VISA INTERNATIONAL, 14398 Autodesk, 6303 Barclays, 21693
    Xcel Energy, 395610 Nexstar, 21965 Highmark, 16079 Nestle, 5696 Express Scripts, 42175 Equinor, 18529 ROCKWELL AUTOMATION, 14017
    Burlington Northern, 7165 Equitable, 20478 General Mills, 33442 Zebra, 20311 Valero, 207441 Norsk Hydro, 10273 Florida Power,
    8698 NATIONWIDE BUILDING, 20062 WASTE MANAGEMENT, 396499 AIG, 22527 Safeway, 7227 KPMG, 20426 PriceWaterhouse, 397353 Teledyne,
    203885 SNCF, 1236 General Dynamics, 9183 Bosch, 25959 Truist, 19416 RBC, 396037 Honeywell, 6102 CBS, 4729 Japan Atomic, 197909
    EDEKA, 763 IBM, 10667 Fidelity National`,
  carriers: `702 Verizon Business, 703 Verizon Business, 2828 Verizon Business, 7046 Verizon Business, 8220 COLT, 2647 Orange
    Business, 51964 ORANGE BUSINESS, 2686 AT&T, 2687 AT&T, 2688 AT&T, 6686 AT&T Global Network, 4515 PCCW Business, 6535 Servicios
    Empresariales, 7385 Allstream Business, 14265 TPx, 5413 Wavenet, 31655 Gamma Telecom, 5400 British Telecommunications, 3300
    British Telecommunications, 78 BT Americas, 25180 Exponential-E, 46887 Crown Castle, 33132 Crown Castle`,
  authorities: `1540 Headquarters, 4010 Headquarters, 4155 USDA, 5774 Postal Service, 1761 General Services Commission, 806 Shared
    Services Canada, 58 Shared Services Canada, 2675 Shared Services Canada, 42952 NHS, 206918 Work and Pensions, 18220 Australian
    Defence, 42848 European Commission, 513 Nuclear Research, 68 Los Alamos, 3633 British Columbia, 808 GONET, 3477 Oceanic, 13325
    Michigan State Government, 393952 Service Alberta, 41289 Wetterdienst, 15991 Tax Agency, 33845 Swiss Federation, 21449 Etat de
    Geneve, 10497 IBRD, 19399 Region stockholm, 11188 LOS ANGELES COUNTY, 26854 New York State, 6527 Commonwealth of Massachusetts`,
  'research and education': `4538 China Education and Research, 2907 National Institute of Informatics, 680 Deutschen
    Forschungsnetzes, 1103 SURF, 1101 SURF, 786 Jisc, 1659 Taiwan Academic, 2200 Renater, 1942 Renater, 1715 Renater, 137 GARR, 237
    Merit, 559 SWITCH, 81 MCNC, 2152 CENIC, 1213 ASIERA, 7575 AARNet, 766 RedIRIS, 378 InterUniversity, 2018 Tertiary Education, 224
    Kunnskapssektorens, 376 RISQ, 600 OARnet, 2611 BELNET, 2852 CESNET, 1741 tietotekniikan, 1916 Rede Nacional de Ensino, 2607
    SANET, 1653 SUNET, 2107 ARNES, 2381 WiscNet, 210 Utah Education, 11537 Internet2, 1853 ACONET, 2603 NORDUnet, 20965 GEANT, 21320
    GEANT, 12816 Leibniz-Rechenzentrum, 3460 High Energy Physics, 7497 Chinese Academy of Sciences, 17579 KISTI, 5408 Research and
    Technology, 2614 RoEduNet, 2108 Croatian Academic, 1930 Fundacao para a Ciencia, 1955 KIFU, 2602 RESTENA, 11340 Red
    Universitaria, 2697 Education and Research, 55824 NKN, 4621 UNINET-TH, 45773 PERN, 13041 Serveis Universitaris, 36914 Kenya
    Education, 6325 Illinois Century, 6262 Commonwealth Scientific, 91 Rensselaer, 6122 Iowa Communications, 10430 K-20, 291 ESnet,
    292 ESnet, 293 ESnet, 1237 KISTI, 127 Jet Propulsion, 3628 NYSERNet, 226 Los Nettos, 21976 NJEDge, 11714 Network Nebraska, 1754
    DESY, 15474 Rannsokna, 195 San Diego Supercomputer, 3464 Alabama Supercomputer, 5501 Fraunhofer, 1251 AMPARO A PESQUISA, 2715
    Amparo a Pesquisa, 611 Educational Computer Network, 7925 Educational Telecomputing`,
};
