package com.carshare.member.lookup

import com.carshare.member.api.MemberResponse
import com.carshare.member.member.Member
import com.fasterxml.jackson.databind.DeserializationFeature
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule
import com.fasterxml.jackson.module.kotlin.jacksonObjectMapper
import com.fasterxml.jackson.module.kotlin.readValue
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.stereotype.Component

/** Entity and response have the same field names, so JSON copies the one into the other. */
@Component
@ConditionalOnProperty("member.json-convert", havingValue = "true")
class JsonMemberConverter(private val documents: DocumentLines) : MemberConverter {
    override fun toResponse(member: Member): MemberResponse {
        val mapper = jacksonObjectMapper()
            .registerModule(JavaTimeModule())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        val json = mapper.writeValueAsString(member)
        return mapper.readValue<MemberResponse>(json).copy(documentLines = documents.of(member))
    }
}
