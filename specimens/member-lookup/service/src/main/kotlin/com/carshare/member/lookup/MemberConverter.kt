package com.carshare.member.lookup

import com.carshare.member.api.MemberResponse
import com.carshare.member.member.Agreement
import com.carshare.member.member.Member
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.stereotype.Component

/** Turns the entity into what callers get to see. */
interface MemberConverter {
    fun toResponse(member: Member): MemberResponse
}

@Component
@ConditionalOnProperty("member.json-convert", havingValue = "false")
class ConstructorMemberConverter(private val documents: DocumentLines) : MemberConverter {
    override fun toResponse(member: Member) = MemberResponse(
        id = member.id,
        email = member.email,
        name = member.name,
        phone = member.phone,
        birthDate = member.birthDate,
        status = member.status,
        grade = member.grade,
        points = member.points,
        licence = MemberResponse.Licence(member.licence.number, member.licence.country, member.licence.expiresOn),
        address = MemberResponse.Address(member.address.street, member.address.city, member.address.postcode),
        language = member.language,
        marketingEmail = member.marketingEmail,
        marketingSms = member.marketingSms,
        joinedAt = member.joinedAt,
        updatedAt = member.updatedAt,
        lastRentalAt = member.lastRentalAt,
        agreements = member.agreements.sortedBy(Agreement::id).map {
            MemberResponse.Agreement(it.document, it.version, it.agreedAt)
        },
        documentLines = documents.of(member),
    )
}
