// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../src/Collection.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {Settlement} from "../../src/Settlement.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {MarketBase} from "./MarketBase.sol";

contract CreateOfferTest is MarketBase {
    function test_takesTheDeposit() public {
        address[3] memory currencies = [NATIVE, address(usdc), address(usdt)];
        for (uint256 i = 0; i < 3; ++i) {
            _mint(seller, i);
            vm.expectEmit(address(market));
            emit Marketplace.OfferCreated(address(nft), i, buyer, i + 1, PRICE, currencies[i], EXPIRES);
            vm.prank(buyer);
            uint256 index = market.createOffer{value: i == 0 ? PRICE : 0}(address(nft), i, PRICE, currencies[i], EXPIRES);
            assertEq(index, i + 1);
            assertEq(_balance(currencies[i], address(market)), PRICE);
            assertEq(_balance(currencies[i], buyer), 1e30 - PRICE);
            Marketplace.Offer memory offer = market.getOfferredNFT(address(nft), i, buyer);
            assertEq(offer.offerer, buyer);
            assertEq(offer.offerPrice, PRICE);
            assertEq(offer.currency, currencies[i]);
            assertEq(offer.expiresAt, EXPIRES);
            assertEq(offer.index, index);
        }
    }

    function test_worksForListedAndUnlistedTokens() public {
        _offer(PRICE, NATIVE);
        _list();
        vm.prank(stranger);
        market.createOffer{value: 1}(address(nft), ID, 1, NATIVE, EXPIRES);
        assertTrue(_isListed(address(nft)));
        assertTrue(_hasOffer());
    }

    function _expectUnknown(uint256 tokenId) private {
        vm.expectRevert(abi.encodeWithSelector(Marketplace.UnknownToken.selector, address(nft), tokenId));
    }

    /// @dev A token that is not minted yet could have any content.
    function test_rejectsATokenThatIsNotMintedYet() public {
        vm.startPrank(buyer);
        _expectUnknown(8);
        market.createOffer{value: PRICE}(address(nft), 8, PRICE, NATIVE, EXPIRES);
        _expectUnknown(8);
        market.createOffer(address(nft), 8, PRICE, address(usdc), EXPIRES);
        vm.stopPrank();
        assertEq(usdc.balanceOf(buyer), 1e30);
        _mint(seller, 8);
        vm.prank(buyer);
        market.createOffer{value: PRICE}(address(nft), 8, PRICE, NATIVE, EXPIRES);
    }

    function test_rejectsABurnedToken() public {
        _burn();
        _expectUnknown(ID);
        _offer(PRICE, NATIVE);
    }

    function test_rejectsACollectionThatIsNotCreatedYet() public {
        address next = factory.collectionAddress(creator, "next");
        vm.expectRevert(abi.encodeWithSelector(Marketplace.ForeignCollection.selector, next));
        vm.prank(buyer);
        market.createOffer{value: PRICE}(next, ID, PRICE, NATIVE, EXPIRES);
        _newCollection("next");
        vm.expectRevert(abi.encodeWithSelector(Marketplace.UnknownToken.selector, next, ID));
        vm.prank(buyer);
        market.createOffer{value: PRICE}(next, ID, PRICE, NATIVE, EXPIRES);
    }

    /// @dev The ID of a burned token is never used again, by its creator or by a voucher. So nothing else can be sold for an offer that was
    /// made for the token.
    function test_aBurnedTokenIdIsNeverReused() public {
        (address author, uint256 key) = makeAddrAndKey("author");
        vm.prank(admin);
        platform.addCreator(author);
        vm.prank(creator);
        nft.transferCreator(author);
        vm.prank(author);
        nft.acceptCreator();
        _offer(PRICE, NATIVE);
        _burn();

        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID));
        vm.prank(author);
        nft.safeMint(author, ID, "something else");
        Collection.Voucher memory voucher =
            Collection.Voucher(ID, 1, 0, NATIVE, "something else", address(0), nft.voucherNonce(), block.timestamp);
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Collection"),
                keccak256("1"),
                block.chainid,
                nft
            )
        );
        bytes32 message = keccak256(abi.encode(nft.VOUCHER_TYPEHASH(), voucher));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, message)));
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID));
        vm.prank(author);
        nft.redeem(voucher, ID, author, abi.encodePacked(r, s, v));

        address[2] memory sellers = [author, seller];
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Marketplace.NotOwner.selector, address(nft), ID, sellers[i]));
            vm.prank(sellers[i]);
            market.acceptOffer(address(nft), ID, buyer, PRICE, NATIVE, CUT_BPS);
        }
        _cancel();
        assertEq(buyer.balance, 1e30);
    }

    function test_aNewOfferReplacesTheOldOne() public {
        _offer(PRICE, address(usdc));
        vm.expectEmit(address(market));
        emit Marketplace.OfferCancelled(address(nft), ID, buyer, 1);
        vm.expectEmit(address(market));
        emit Marketplace.OfferCreated(address(nft), ID, buyer, 2, 3 * PRICE, NATIVE, EXPIRES);
        _offer(3 * PRICE, NATIVE);
        assertEq(usdc.balanceOf(buyer), 1e30);
        assertEq(buyer.balance, 1e30 - 3 * PRICE);
        assertEq(market.getOfferredNFT(address(nft), ID, buyer).index, 2);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TermsChanged.selector, 3 * PRICE, NATIVE));
        _accept(PRICE, address(usdc));
    }

    function test_renewsAnExpiredOfferInOneTransaction() public {
        _offer(PRICE, NATIVE);
        vm.warp(EXPIRES + 1);
        vm.prank(buyer);
        market.createOffer{value: PRICE}(address(nft), ID, PRICE, NATIVE, EXPIRES + 1 days);
        assertEq(address(market).balance, PRICE);
        assertEq(market.getOfferredNFT(address(nft), ID, buyer).expiresAt, EXPIRES + 1 days);
    }

    /// @dev The old deposit cannot be pushed, and the new one is still taken: nothing is lost or counted twice.
    function test_replacesAnOfferWhoseRefundFails() public {
        _offer(PRICE, address(usdc));
        usdc.blacklist(buyer);
        vm.expectEmit(address(market));
        emit Marketplace.Owed(address(nft), ID, buyer, address(usdc), PRICE);
        _offer(PRICE, NATIVE);
        assertEq(market.owed(address(usdc), buyer), PRICE);
        assertEq(usdc.balanceOf(address(market)), PRICE);
        assertEq(address(market).balance, PRICE);
    }

    function testFuzz_keepsOffersByOffererAndTokenApart(uint80[4] memory prices) public {
        _mint(seller, 0);
        _mint(seller, 1);
        for (uint256 i = 0; i < 4; ++i) {
            prices[i] = uint80(bound(prices[i], 1, type(uint80).max));
            address who = i % 2 == 0 ? buyer : stranger;
            vm.prank(who);
            market.createOffer{value: prices[i]}(address(nft), i / 2, prices[i], NATIVE, EXPIRES);
        }
        for (uint256 i = 0; i < 4; ++i) {
            address who = i % 2 == 0 ? buyer : stranger;
            assertEq(market.getOfferredNFT(address(nft), i / 2, who).offerPrice, prices[i]);
            uint256 before = who.balance;
            vm.prank(who);
            market.cancelOffer(address(nft), i / 2, who);
            assertEq(who.balance, before + prices[i]);
        }
        assertEq(address(market).balance, 0);
    }

    function test_limitsThePrice() public {
        vm.startPrank(buyer);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.PriceOutOfBounds.selector, 0));
        market.createOffer(address(nft), ID, 0, NATIVE, EXPIRES);
        uint256 most = type(uint80).max;
        vm.expectRevert(abi.encodeWithSelector(Marketplace.PriceOutOfBounds.selector, most + 1));
        market.createOffer{value: most + 1}(address(nft), ID, most + 1, NATIVE, EXPIRES);
        market.createOffer{value: most}(address(nft), ID, most, NATIVE, EXPIRES);
        assertEq(market.getOfferredNFT(address(nft), ID, buyer).offerPrice, most);
    }

    function test_limitsTheExpiry() public {
        vm.startPrank(buyer);
        uint256[2] memory wrong = [START - 1, START + 365 days + 1];
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Marketplace.ExpiryOutOfBounds.selector, wrong[i]));
            market.createOffer{value: PRICE}(address(nft), ID, PRICE, NATIVE, wrong[i]);
        }
    }

    function test_rejectsAWrongValue() public {
        vm.startPrank(buyer);
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongValue.selector, PRICE, PRICE - 1));
        market.createOffer{value: PRICE - 1}(address(nft), ID, PRICE, NATIVE, EXPIRES);
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongValue.selector, 0, PRICE));
        market.createOffer{value: PRICE}(address(nft), ID, PRICE, address(usdc), EXPIRES);
    }

    function test_rejectsATokenThatIsNotPayable() public {
        vm.startPrank(owner);
        market.setPayableToken(address(usdc), false);
        market.setPayableToken(NATIVE, false);
        vm.stopPrank();
        address[3] memory wrong = [address(usdc), NATIVE, stranger];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Marketplace.TokenNotPayable.selector, wrong[i]));
            _offer(PRICE, wrong[i]);
        }
    }

    function test_rejectsTokensThatDeliverAnotherAmount() public {
        HostileToken token = new HostileToken();
        _enable(address(token));
        token.mint(buyer, PRICE);
        vm.prank(buyer);
        token.approve(address(market), PRICE);
        token.act(HostileToken.Part.PaysDouble, address(market));
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongAmountReceived.selector, token, PRICE, 2 * PRICE));
        _offer(PRICE, address(token));
        token.act(HostileToken.Part.TakesFee, address(market));
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongAmountReceived.selector, token, PRICE, PRICE - 1));
        _offer(PRICE, address(token));
    }
}
