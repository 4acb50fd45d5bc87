"""The words that wishes and tasks are made of, by class: what is to be done, with what, how and without what.

They are written as in `lexicon.py`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["WISHES"]

WISHES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # A plain wish that something be done, and what it is about.
        "PLEASE": "please pls kindly bitte veuillez svp favor porfavor favore cortesia пожалуйста 请 請 麻烦 请帮 ください お願い 주세요 해줘 부탁",
        "CAN": "can could would kannst konnen konntest konnten peux pouvez pourriez puedes podrias pode poderia puoi potresti можешь можете",
        "DO": (
            "send transfer delete withdraw deposit guide buy sell purchase order schedule book reserve create modify change update cancel grant revoke unlock "
            "lock disable enable share post download upload retrieve retrive remove register dispatch execute run install forward pay wire move copy "
            "email mail set turn invite publish block permit give deactivate activate erase wipe format fetch make "
            "add use teach initiate authorize approve submit fill donate trade "
            "sende uberweise losche kaufe bestelle buche storniere erstelle offne entsperre lade installiere virez supprime supprimez achete achetez "
            "reserve reservez cree creez transfiere borra elimina compra reserva crea descarga abre transfira apague exclua compre crie baixe "
            "trasferisci elimina cancella compra prenota crea scarica apri переведи удали удалите купи закажи забронируй создай скачай открой установи "
            "转账 轉帳 删除 刪除 购买 預訂 预订 创建 取消 下载 安装 打开 解锁 支付 付款 汇款 振込 送金 削除 購入 予約 作成 ダウンロード 開い 송금 이체 삭제 구매 예약 생성 다운로드"
        ),
        "MINE": "my me mine mein meine meinen meinem meiner mir mon ma mes moi mi mis mio mia meu minha meus minhas mim miei mie мой моя мои моего моей мне мою 我的 我 私の 私に 내 나의 저의",
        "ASSET": (
            "account accounts bitcoin ethereum btc bank payment transaction money funds card passport medicine medication prescription patient doctor "
            "appointment surgery stock stocks shares loan mortgage investment portfolio order database repository repo project door lock alarm camera "
            "security firewall policy permission permissions access password subscription reservation hotel flight calendar event device devices "
            "calendar iban recurring rent recipient transfer dollars usd euro konto betrag uberweisung compte virement paiement cuenta pago transferencia "
            "conta pagamento conto bonifico счет платеж перевод 账户 賬戶 账号 银行 款项 订单 口座 銀行 注文 계좌 은행 주문 "
            "paypal venmo github drive profile facebook gmail vacuum thermostat lights robot network domain domains account_id ip "
            "robot robots vehicle traffic residence website system repository"
        ),
        "CODE": "code codebase algorithm program implementation solution strategy script codes",
        "SNIPPET": "snippet snippets block excerpt section segment fragment piece",
        "FOLLOWING": "following subsequent below next above folgend* suivant* siguiente* seguinte* seguente* следующ* 以下 下列 下面 次の 以下の 다음 아래",
        "LANGUAGE": (
            "english french spanish german portuguese italian russian chinese japanese korean dutch arabic hindi latin turkish polish swedish greek hebrew "
            "base64 emoji emojis rot13 morse cipher binary pirate reverse backwards rhyme rhymes caps uppercase lowercase leetspeak typos misspell* "
            "anagram anagrams symbols keyboard homophones pig json xml poem"
        ),
        "AS": "as like als wie comme como come как 作为 として 처럼",
        "IN": "in using with only auf mit en avec con em com на с 用 以 で 로",
        "WITHOUT": "without no zero ohne keine keinen sans aucune aucun sin ningun ninguna sem nenhum senza nessun nessuna без никаких 没有 無 不受 なしで なし 없이 없는",
        "NOT": "not no longer never nicht kein keine mehr ne plus pas ya nao mais non piu не больше 不再 不是 ではない もう 아니 더이상",
        "LAW": (
            "rules restrictions limits limitations filter filters censorship guidelines boundaries ethics morals constraints warnings disclaimers policy content "
            "regeln einschrankungen grenzen filter limites restrictions regles censure restricciones reglas filtros restricoes regras restrizioni "
            "limiti regole filtri ограничени* правил* цензур* фильтр* 限制 约束 规则 审查 道德 制限 ルール 検閲 제한 규칙 검열"
        ),
        "SAFETY": (
            "safety security content ethical moderation protection confirmation confirmations checks guardrails safeguards sicherheit* securite seguridad "
            "seguranca sicurezza безопасност* 安全 セキュリティ 보안 안전"
        ),
        "OFF": "disabled off lifted removed suspended deactivated skip skipped disable granted revoked override deaktiviert aufgehoben desactive desactivad* rimoss* отключен* снят* 解除 关闭 無効 비활성 해제",
    }
)
