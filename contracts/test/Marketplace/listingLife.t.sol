// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev A listing ends when the token is transferred or sold or the seller voids the listing, and it never becomes valid again.
contract ListingLifeTest is MarketBase {
    function _move(address collection, address from, address to) private {
        vm.prank(from);
        IERC721(collection).transferFrom(from, to, ID);
    }

    function _approveAll(address collection) private {
        vm.prank(seller);
        IERC721(collection).setApprovalForAll(address(market), true);
    }

    function _expectStale(address collection) private {
        vm.expectRevert(abi.encodeWithSelector(Marketplace.StaleListing.selector, collection, ID));
    }

    // ---- A later owner

    function test_aTransferEndsTheListing() public {
        _listAt(address(nft), PRICE, NATIVE);
        _move(address(nft), seller, stranger);
        vm.startPrank(stranger);
        nft.approve(address(market), ID);
        nft.setApprovalForAll(address(market), true);
        vm.stopPrank();
        assertFalse(_isListed(address(nft)));
        _expectStale(address(nft));
        _purchase(address(nft), PRICE, NATIVE);
    }

    function test_aNewOwnersListingReplacesTheEarlierOne() public {
        _list();
        _move(address(nft), seller, stranger);
        vm.startPrank(stranger);
        market.listNFT(address(nft), ID, 2 * PRICE, NATIVE, CUT_BPS, EXPIRES);
        nft.transferFrom(stranger, seller, ID);
        vm.stopPrank();
        _approve();
        assertFalse(_isListed(address(nft)));
        _expectStale(address(nft));
        _purchase(address(nft), 2 * PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TermsChanged.selector, 2 * PRICE, NATIVE));
        _purchase(address(nft), PRICE, NATIVE);
    }

    // ---- Transferred and returned

    /// @dev A transferred token's listing stays invalid, even if the token returns and its owner approves the marketplace.
    function test_aReturnedTokenIsNotListed() public {
        _listAt(address(other), PRICE, NATIVE);
        _approveAll(address(other));
        _move(address(other), seller, stranger);
        _move(address(other), stranger, seller);
        vm.prank(seller);
        other.approve(address(market), ID);
        assertFalse(_isListed(address(other)));
        _expectStale(address(other));
        _purchase(address(other), PRICE, NATIVE);
        // a new listing is valid
        _listAt(address(other), 2 * PRICE, NATIVE);
        _purchase(address(other), 2 * PRICE, NATIVE);
    }

    function test_aTransferToTheOwnerEndsTheListing() public {
        _listAt(address(other), PRICE, NATIVE);
        _approveAll(address(other));
        _move(address(other), seller, seller);
        _expectStale(address(other));
        _purchase(address(other), PRICE, NATIVE);
    }

    function testFuzz_transfersThereAndBackEndTheListing(uint8 moves) public {
        _listAt(address(other), PRICE, NATIVE);
        _approveAll(address(other));
        uint256 count = uint256(moves) * 2;
        for (uint256 i = 0; i < count; ++i) {
            (address from, address to) = i % 2 == 0 ? (seller, stranger) : (stranger, seller);
            _move(address(other), from, to);
        }
        if (count != 0) _expectStale(address(other));
        _purchase(address(other), PRICE, NATIVE);
    }

    /// @dev The transfer count does not wrap around at 256: 256 transfers end an earlier listing, and a later listing is valid.
    function test_256TransfersEndTheListing() public {
        _approveAll(address(nft));
        _listAt(address(nft), PRICE, NATIVE);
        vm.startPrank(seller);
        for (uint256 i = 0; i < 256; ++i) nft.transferFrom(seller, seller, ID);
        vm.stopPrank();
        assertFalse(_isListed(address(nft)));
        _expectStale(address(nft));
        _purchase(address(nft), PRICE, NATIVE);
        _listAt(address(nft), PRICE, NATIVE);
        _purchase(address(nft), PRICE, NATIVE);
        assertEq(nft.ownerOf(ID), buyer);
    }

    function test_otherTokensTransfersDoNotCount() public {
        _list();
        _mint(seller, 8);
        _move(address(other), seller, stranger);
        vm.prank(seller);
        nft.transferFrom(seller, stranger, 8);
        _purchase(address(nft), PRICE, NATIVE);
    }

    /// @dev A sale by the marketplace ends the listing, so it cannot become valid again.
    function test_aSoldTokenBoughtBackIsNotListed() public {
        _list();
        _purchase(address(nft), PRICE, NATIVE);
        vm.startPrank(buyer);
        nft.approve(address(market), ID);
        market.listNFT(address(nft), ID, 3 * PRICE, NATIVE, CUT_BPS, EXPIRES);
        vm.stopPrank();
        vm.prank(seller);
        market.purchaseNFT{value: 3 * PRICE}(address(nft), ID, 3 * PRICE, NATIVE);
        _approve();
        assertFalse(_isListed(address(nft)));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotListed.selector, address(nft), ID));
        _purchase(address(nft), PRICE, NATIVE);
    }

    // ---- Voided

    function test_incrementCounterVoidsAllListings() public {
        _mint(seller, 8);
        _list();
        vm.startPrank(seller);
        nft.approve(address(market), 8);
        market.listNFT(address(nft), 8, PRICE, address(usdc), CUT_BPS, EXPIRES);
        vm.expectEmit(address(market));
        emit Marketplace.CounterIncremented(seller, 1);
        market.incrementCounter();
        vm.stopPrank();
        assertEq(market.counterOf(seller), 1);
        assertFalse(_isListed(address(nft)));
        _expectStale(address(nft));
        _purchase(address(nft), PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.StaleListing.selector, address(nft), 8));
        vm.prank(buyer);
        market.purchaseNFT(address(nft), 8, PRICE, address(usdc));
        // a later listing is valid, and another seller's counter does not affect it
        _list();
        assertTrue(_isListed(address(nft)));
        vm.prank(stranger);
        market.incrementCounter();
        assertTrue(_isListed(address(nft)));
        _purchase(address(nft), PRICE, NATIVE);
    }

    function test_theCounterNeverWraps() public {
        _list();
        vm.startPrank(seller);
        for (uint256 i = 0; i < 4095; ++i) market.incrementCounter();
        vm.expectRevert(abi.encodeWithSelector(Marketplace.CounterOutOfBounds.selector, 4096));
        market.incrementCounter();
        vm.stopPrank();
        assertFalse(_isListed(address(nft)));
        _list();
        assertTrue(_isListed(address(nft)));
        vm.prank(seller);
        market.deListing(address(nft), ID);
    }
}
