import { splitAddress, withoutTag } from './mail-address.js';

/** Role mailboxes, not of a person: those of RFC 2142 and other usual ones, in ten languages and more. Compared without `.`, `_` and `-`. */
const ROLE_NAMES: ReadonlySet<string> = new Set(
  `abuse accounting accounts admin administrator all api billing board bookings careers compliance contact contactus customer
   customercare customerservice data delivery design dev developer developers devnull devops director donotreply editor education
   email enquiries enquiry events everyone feedback finance form forms general hello help helpdesk hostmaster human info information
   inquiries inquiry invest investor investors invoice invoices jobs legal letters list login mail mailbox mailerdaemon management
   manager marketing media member members newsletter newsletters noreply notifications office operations order orders partner
   partners payments payroll personnel plus postmaster press privacy procurement purchasing receipts reception recruiting
   recruitment registrar replies reservations returns root sales school secretary security service services shop spam staff
   subscribe support sysadmin system team tech technical test tester unsubscribe usenet user users uucp webadmin webmaster website
   welcome work
   hr pr it ceo cfo cto coo cio ciso dpo gdpr kyc aml fraud qa
   kontakt anfrage anfragen auskunft bestellung bestellungen bewerbung bewerbungen buchhaltung datenschutz einkauf empfang geschaeftsfuehrung
   hausverwaltung impressum kasse kundenservice kundendienst personal personalabteilung poststelle presse rechnung rechnungen redaktion
   sekretariat verkauf vertrieb verwaltung vorstand werkstatt zentrale
   accueil achats bonjour commande commandes comptabilite compta contrat direction facturation factures gestion juridique mairie
   presse recrutement renseignements rh secretariat serviceclient technique ventes
   administracion administración atencionalcliente ayuda comercial compras contabilidad contacto correo empleo facturacion facturación gerencia
   hola informacion información pedidos prensa recepcion recepción reclamaciones recursoshumanos reservas soporte ventas
   acquisti amministrazione assistenza clienti commerciale contabilita contatti contatto direzione fatturazione fatture informazioni
   ordini personale prenotazioni preventivi protocollo risorseumane segreteria stampa ufficio vendite
   administracao ajuda atendimento cobranca comercio compras contato contabilidade faturamento financeiro geral imprensa ouvidoria
   recepcao rhumanos secretaria suporte vendas
   aanmelden administratie afspraken bestellingen boekhouding facturen inkoop klantenservice onthaal receptie reserveringen verkoop
   biuro faktury handlowy kadry kontakt ksiegowosc marketingu obsluga pomoc praca recepcja rekrutacja reklamacje rezerwacje sekretariat
   sklep sprzedaz zamowienia
   ekonomi faktura fakturor firmapost ilmoittautuminen kirjaamo kundservice kundtjanst kundeservice laskutus myynti ordre post reception
   regnskab salg salgsavdelingen toimisto support asiakaspalvelu ordrer
   bilgi destek fatura iletisim iletişim insankaynaklari kariyer muhasebe satis satış siparis`.split(/\s+/),
);
/** Of several mailboxes for a role each has a number: `support2`. */
const NUMBER = /\d{1,2}$/;

/** Whether an address is of a role and of no person, by its local part alone. @param email in normal form (`IdentityParser.email`) */
export function isRoleMailbox(email: string): boolean {
  const name = withoutTag(splitAddress(email).local).toLowerCase().replace(/[._-]/g, '');
  return ROLE_NAMES.has(name) || ROLE_NAMES.has(name.replace(NUMBER, ''));
}
