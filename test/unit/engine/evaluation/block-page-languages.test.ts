import { describe, expect, it } from 'vitest';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { BLOCK_PAGE_PHRASES } from '../../../../src/engine/evaluation/block-page-phrases.js';
import { BARE_RULE, readAs } from '../../../support/bare-rule.js';

/** A rule with evidence of its own on both sides. */
const rich: ProbeRule = {
  ...BARE_RULE,
  registered: { status: [200], contains: ['<h1 class="name">{username}</h1>'] },
  absent: { status: [404], contains: ['<p class="nobody">'] },
};
const WORDS = '<p>words of the day</p>'.repeat(700);

const verdict = (rule: ProbeRule, body: string, status = 200): string => readAs(rule, { body, status });
const titled = (title: string, heading = '') =>
  `<!doctype html><html><head><title>${title}</title></head><body><h1>${heading}</h1><a href="/?next=/u/ada">ada</a></body></html>`;

/** Pages as they speak in the world: language, title, heading. */
const HUMAN: readonly (readonly [string, string, string])[] = [
  ['es', 'example.com', 'Verifica que no eres un robot'],
  ['es', 'Un momento…', ''],
  ['pt', 'example.com', 'Confirme que você é humano'],
  ['fr', 'example.com', 'Vérifiez que vous êtes humain pour continuer'],
  ['fr', 'Un instant…', ''],
  ['fr', 'V&eacute;rification de s&eacute;curit&eacute;', ''],
  ['de', 'Nur einen Moment…', ''],
  ['de', 'example.com', 'Bestätigen Sie, dass Sie ein Mensch sind'],
  ['de', 'Sicherheitsüberprüfung', 'Ihr Browser wird überprüft'],
  ['it', 'example.com', 'Conferma di essere umano'],
  ['nl', 'example.com', 'Bevestig dat u een mens bent'],
  ['pl', 'example.com', 'Potwierdź, że jesteś człowiekiem'],
  ['ru', 'Один момент…', ''],
  ['ru', 'Подтвердите, что вы не робот', ''],
  ['ru', 'Вы не робот?', ''],
  ['uk', 'example.com', 'Підтвердьте, що ви людина'],
  ['tr', 'example.com', 'Robot olmadığınızı doğrulayın'],
  ['cs', 'example.com', 'Ověřte, že jste člověk'],
  ['sv', 'example.com', 'Bekräfta att du är en människa'],
  ['ro', 'example.com', 'Confirmați că nu sunteți robot'],
  ['hu', 'example.com', 'Igazolja, hogy nem robot'],
  ['el', 'example.com', 'Επιβεβαιώστε ότι είστε άνθρωπος'],
  ['ja', 'しばらくお待ちください...', ''],
  ['ja', 'example.com', 'あなたが人間であることを確認します'],
  ['zh', '请稍候…', ''],
  ['zh', '安全验证', '请完成验证后继续访问'],
  ['zh', '安全驗證', '確認您是人類'],
  ['ko', '잠시만 기다리십시오…', ''],
  ['ko', 'example.com', '로봇이 아닙니다에 체크해 주세요'],
  ['ar', 'لحظة…', ''],
  ['ar', 'example.com', 'يرجى التحقق من أنك إنسان'],
  ['fa', 'example.com', 'لطفاً تأیید کنید که ربات نیستید'],
  ['he', 'example.com', 'אנא אמת שאתה אנושי'],
  ['id', 'example.com', 'Konfirmasi bahwa Anda manusia'],
  ['vi', 'example.com', 'Xác minh bạn là con người'],
  ['th', 'example.com', 'ยืนยันว่าคุณเป็นมนุษย์'],
];
const DENIED: typeof HUMAN = [
  ['es', 'Acceso denegado', ''],
  ['pt', 'Acesso negado', ''],
  ['fr', 'Acc&egrave;s refus&eacute;', ''],
  ['de', 'Zugriff verweigert', ''],
  ['it', 'Accesso negato', ''],
  ['nl', 'Toegang geweigerd', ''],
  ['pl', 'Odmowa dostępu', ''],
  ['ru', 'Доступ запрещён', ''],
  ['ru', '&#1044;&#1086;&#1089;&#1090;&#1091;&#1087; &#1079;&#1072;&#1087;&#1088;&#1077;&#1097;&#1077;&#1085;', ''],
  ['uk', 'Доступ заборонено', ''],
  ['tr', 'Erişim Engellendi', ''],
  ['cs', 'Přístup odepřen', ''],
  ['sv', 'Åtkomst nekad', ''],
  ['ro', 'Acces interzis', ''],
  ['hu', 'Hozzáférés megtagadva', ''],
  ['el', 'Η πρόσβαση απαγορεύεται', ''],
  ['ja', 'アクセスが拒否されました', ''],
  ['zh', '访问被拒绝', ''],
  ['ko', '접근이 거부되었습니다', ''],
  ['ar', 'تم رفض الوصول', ''],
  ['fa', 'دسترسی غیرمجاز', ''],
  ['he', 'הגישה נדחתה', ''],
  ['id', 'Akses Ditolak', ''],
  ['vi', 'Truy cập bị từ chối', ''],
  ['th', 'การเข้าถึงถูกปฏิเสธ', ''],
];
const REGION: typeof HUMAN = [
  ['es', 'Example', 'Este contenido no está disponible en tu país'],
  ['pt', 'Example', 'Este serviço não está disponível no seu país'],
  ['fr', 'Example', "Ce service n'est pas disponible dans votre pays"],
  ['de', 'Example', 'Dieser Dienst ist in Ihrem Land nicht verfügbar'],
  ['it', 'Example', 'Il servizio non è disponibile nel tuo paese'],
  ['nl', 'Example', 'Deze site is niet beschikbaar in jouw land'],
  ['pl', 'Example', 'Strona jest niedostępna w Twoim kraju'],
  ['ru', 'Example', 'Сервис недоступен в вашей стране'],
  ['uk', 'Example', 'Сайт недоступний у вашій країні'],
  ['tr', 'Example', 'Bu hizmet ülkenizde kullanılamıyor'],
  ['cs', 'Example', 'Služba není dostupná ve vaší zemi'],
  ['sv', 'Example', 'Tjänsten är inte tillgänglig i ditt land'],
  ['ro', 'Example', 'Serviciul nu este disponibil în țara dumneavoastră'],
  ['hu', 'Example', 'A szolgáltatás nem érhető el az Ön országában'],
  ['el', 'Example', 'Το περιεχόμενο δεν είναι διαθέσιμο στη χώρα σας'],
  ['ja', 'Example', 'お住まいの地域ではご利用いただけません'],
  ['zh', 'Example', '本服务在您所在的国家或地区不可用'],
  ['ko', 'Example', '해당 국가에서는 이용할 수 없습니다'],
  ['ar', 'Example', 'هذا المحتوى غير متاح في بلدك'],
  ['fa', 'Example', 'این سرویس در کشور شما در دسترس نیست'],
  ['he', 'Example', 'השירות אינו זמין במדינה שלך'],
  ['id', 'Example', 'Layanan ini tidak tersedia di negara Anda'],
  ['vi', 'Example', 'Dịch vụ không khả dụng ở quốc gia của bạn'],
  ['th', 'Example', 'ไม่พร้อมให้บริการในประเทศของคุณ'],
];
const BACKOFF: typeof HUMAN = [
  ['es', 'Demasiadas solicitudes', ''],
  ['pt', 'Muitas solicitações', ''],
  ['fr', 'Trop de requêtes', ''],
  ['de', 'Zu viele Anfragen', ''],
  ['it', 'Troppe richieste', ''],
  ['nl', 'Te veel verzoeken', ''],
  ['pl', 'Zbyt wiele żądań', ''],
  ['ru', 'Слишком много запросов', ''],
  ['uk', 'Забагато запитів', ''],
  ['tr', 'Çok fazla istek', ''],
  ['cs', 'Příliš mnoho požadavků', ''],
  ['sv', 'För många förfrågningar', ''],
  ['ro', 'Prea multe cereri', ''],
  ['hu', 'Túl sok kérés', ''],
  ['el', 'Πάρα πολλά αιτήματα', ''],
  ['ja', 'リクエストが多すぎます', ''],
  ['zh', '请求过于频繁', ''],
  ['ko', '요청이 너무 많습니다', ''],
  ['ar', 'عدد كبير جدًا من الطلبات', ''],
  ['fa', 'تعداد درخواست بیش از حد مجاز است', ''],
  ['he', 'יותר מדי בקשות', ''],
  ['id', 'Terlalu banyak permintaan', ''],
  ['vi', 'Quá nhiều yêu cầu', ''],
  ['th', 'คำขอมากเกินไป', ''],
];
const LOGIN: typeof HUMAN = [
  ['es', 'Iniciar sesión | Example', ''],
  ['pt', 'Example - Fazer login', ''],
  ['fr', 'Connexion — Example', ''],
  ['de', 'Anmelden bei Example', ''],
  ['it', 'Accedi a Example', ''],
  ['nl', 'Inloggen | Example', ''],
  ['pl', 'Zaloguj się - Example', ''],
  ['ru', 'Вход на сайт', ''],
  ['uk', 'Вхід | Example', ''],
  ['tr', 'Giriş Yap - Example', ''],
  ['cs', 'Přihlášení | Example', ''],
  ['sv', 'Logga in | Example', ''],
  ['ro', 'Autentificare | Example', ''],
  ['hu', 'Bejelentkezés - Example', ''],
  ['el', 'Σύνδεση | Example', ''],
  ['ja', 'ログイン｜Example', ''],
  ['zh', '登录 - Example', ''],
  ['ko', 'Example : 로그인', ''],
  ['ar', 'تسجيل الدخول | Example', ''],
  ['fa', 'ورود | Example', ''],
  ['he', 'התחברות | Example', ''],
  ['id', 'Masuk | Example', ''],
  ['vi', 'Đăng nhập | Example', ''],
  ['th', 'เข้าสู่ระบบ | Example', ''],
];
const CONSENT: typeof HUMAN = [
  ['es', 'Antes de continuar', ''],
  ['pt', 'Valorizamos a sua privacidade', ''],
  ['fr', 'Avant de continuer', ''],
  ['de', 'Bevor Sie fortfahren', ''],
  ['it', 'Prima di continuare', ''],
  ['nl', 'Voordat je verdergaat', ''],
  ['pl', 'Zanim przejdziesz dalej', ''],
  ['ru', 'Прежде чем продолжить', ''],
  ['uk', 'Перш ніж продовжити', ''],
  ['tr', 'Devam etmeden önce', ''],
  ['cs', 'Než budete pokračovat', ''],
  ['sv', 'Innan du fortsätter', ''],
  ['ro', 'Înainte de a continua', ''],
  ['hu', 'Mielőtt folytatná', ''],
  ['el', 'Πριν συνεχίσετε', ''],
  ['ja', '続行する前に', ''],
  ['zh', '在您继续之前', ''],
  ['ko', '계속하기 전에', ''],
  ['ar', 'قبل المتابعة', ''],
  ['fa', 'قبل از ادامه', ''],
  ['he', 'לפני שתמשיך', ''],
  ['id', 'Sebelum melanjutkan', ''],
  ['vi', 'Trước khi bạn tiếp tục', ''],
  ['th', 'ก่อนดำเนินการต่อ', ''],
];
const OUTAGE: typeof HUMAN = [
  ['es', 'Sitio en mantenimiento', ''],
  ['pt', 'Site em manutenção', ''],
  ['fr', 'Example', 'Site en maintenance'],
  ['de', 'Wartungsarbeiten', ''],
  ['it', 'Sito in manutenzione', ''],
  ['nl', 'Example', 'Gepland onderhoud'],
  ['pl', 'Przerwa techniczna', ''],
  ['ru', 'Example', 'На сайте ведутся технические работы'],
  ['uk', 'Технічні роботи', ''],
  ['tr', 'Bakım çalışması', ''],
  ['cs', 'Probíhá údržba', ''],
  ['sv', 'Planerat underhåll', ''],
  ['ro', 'Lucrări de mentenanță', ''],
  ['hu', 'Karbantartás', ''],
  ['el', 'Ο ιστότοπος είναι υπό συντήρηση', ''],
  ['ja', 'メンテナンス中です', ''],
  ['zh', '系统维护', ''],
  ['ko', '서비스 점검 안내', ''],
  ['ar', 'الموقع تحت الصيانة', ''],
  ['fa', 'سایت در دست تعمیر است', ''],
  ['he', 'האתר בתחזוקה', ''],
  ['id', 'Situs dalam pemeliharaan', ''],
  ['vi', 'Website đang bảo trì', ''],
  ['th', 'ปิดปรับปรุงชั่วคราว', ''],
];

const KINDS = [
  ['prove that you are human', HUMAN, 'challenge'],
  ['turned away', DENIED, 'challenge'],
  ['not in this country', REGION, 'challenge'],
  ['too many requests', BACKOFF, 'rate_limited'],
  ['log-in', LOGIN, 'login_wall'],
  ['consent', CONSENT, 'consent_wall'],
  ['maintenance', OUTAGE, 'server_error'],
] as const;

describe.each(KINDS)('%s', (_, pages, reason) => {
  it.each(pages)('%s: %s %s', (_language, title, heading) => {
    expect(verdict(BARE_RULE, titled(title, heading))).toBe(reason);
    expect(verdict(BARE_RULE, titled(title, heading), 404)).toBe(reason);
  });

  it('in at least twenty languages', () => expect(new Set(pages.map(([language]) => language)).size).toBeGreaterThanOrEqual(20));
});

describe('pages that are no walls', () => {
  const everyPhrase = Object.values(BLOCK_PAGE_PHRASES).flatMap((phrases) =>
    Object.values(phrases as Record<string, readonly string[]>).flat(),
  );

  it('people write about all of it: a long page with the phrases in its text says what it says', () => {
    const body = `${titled('ada', 'ada')}<p>${everyPhrase.join('. ')}</p>${WORDS}`;
    expect(verdict(BARE_RULE, body)).toBe('registered');
    expect(verdict(BARE_RULE, body, 404)).toBe('not_registered');
  });

  it.each(LOGIN)('%s: a profile that the rule knows by its own marks may offer a log-in in its title (%s)', (_language, title) => {
    expect(verdict(rich, `<title>${title}</title><h1 class="name">ada</h1>`)).toBe('registered');
    expect(verdict(rich, `<title>${title}</title><p class="nobody">`, 404)).toBe('not_registered');
  });

  it.each([
    'Ada Vhod — Example',
    'Connexions de ada | Example',
    'Masukan ada',
    'ada · 登录历史',
    'Perfil de ada',
    'Профиль ada',
    'Страница не найдена',
    'Seite nicht gefunden',
    'ページが見つかりません',
    '用户不存在',
    '페이지를 찾을 수 없습니다',
    'Page introuvable',
    'Strona nie istnieje',
    'الصفحة غير موجودة',
    'Un momento con ada',
    'Página no encontrada',
  ])('a title like "%s" is none', (title) => expect(verdict(BARE_RULE, titled(title))).toBe('registered'));
});
