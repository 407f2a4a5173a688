package com.lantern.festival.messaging.token;

import com.lantern.festival.member.Member;

/** Where the token comes from by which messages reach a member. */
public interface MessagingTokens {
    /**
     * @param fromClient the token that the device has sent, or null
     */
    String of(Member member, String fromClient);
}
