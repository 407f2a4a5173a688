package com.lantern.festival.login;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.lantern.festival.notice.Notice;
import com.lantern.festival.session.Session;
import java.util.List;

/**
 * @param notices absent where they are sent only
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record LoginAnswer(String session, String name, List<Notice> notices) {
    static LoginAnswer of(Session session, List<Notice> notices) {
        return new LoginAnswer(session.id(), session.memberName(), notices);
    }
}
